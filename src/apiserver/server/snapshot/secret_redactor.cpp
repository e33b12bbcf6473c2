#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view last_applied = "kubectl.kubernetes.io/last-applied-configuration";
constexpr std::size_t size_step = 16;          // hides the length of a password
constexpr std::size_t exact_from = 4096;       // larger values keep their size, for the limit of a Secret
constexpr std::size_t plain_annotation = 256;  // longer annotations of Secrets may be copies of it
constexpr std::size_t telling_value = 4;       // shorter values occur anywhere
constexpr int deepest = 100;

bool is_base64url(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// The end of a JSON web token that begins at `at`; `at` if there is none.
std::size_t end_of_token(std::string_view text, std::size_t at) {
    constexpr std::size_t shortest_part = 8;
    std::size_t end = at;
    for (int part = 0; part < 3; ++part) {
        if (part < 2 && text.substr(end, 3) != "eyJ") return at;
        const std::size_t begin = end;
        while (end < text.size() && is_base64url(text[end])) ++end;
        if (end - begin < shortest_part) return at;
        if (part == 2) return end;
        if (end == text.size() || text[end] != '.') return at;
        ++end;
    }
    return at;
}

// The end of a private key in PEM that begins at `at`; `at` if there is none.
std::size_t end_of_key(std::string_view text, std::size_t at) {
    constexpr std::string_view last = "PRIVATE KEY-----";
    constexpr std::size_t longest_label = 32;
    const std::size_t head = text.substr(at, longest_label + last.size()).find(last);
    if (head == std::string_view::npos) return at;
    const std::size_t end = text.find(last, at + head + last.size());
    // A key that is cut short is as secret.
    return end == std::string_view::npos ? text.size() : end + last.size();
}

bool is_docker_config(std::string_view key) {
    return key == ".dockerconfigjson" || key == ".dockercfg";
}

bool holds_any(std::string_view text, const std::vector<std::string>& values) {
    return std::ranges::any_of(values, [&](const std::string& v) {
        return v.size() >= telling_value && text.find(v) != std::string_view::npos;
    });
}

}  // namespace

std::string secret_redactor::placeholder(std::string_view value) const {
    if (value.empty()) return {};
    constexpr std::size_t shown_bytes = 8;
    std::array<unsigned char, EVP_MAX_MD_SIZE> hash{};
    unsigned int size = 0;
    const std::string_view key = key_.reveal();
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(value.data()), value.size(), hash.data(), &size);
    std::string out = "redacted-";
    for (std::size_t i = 0; i < shown_bytes; ++i) out += fmt::format("{:02x}", hash.at(i));
    const std::size_t wanted =
        value.size() < exact_from ? (value.size() + size_step - 1) / size_step * size_step : value.size();
    if (out.size() < wanted) out.resize(wanted, 'x');
    return out;
}

namespace {

// The texts of a docker configuration, of which the keys are hosts and names of fields.
void redact_leaves(const secret_redactor& by, bj::value& v, std::string_view key, int depth) {
    if (depth > deepest) {
        v = nullptr;
    } else if (bj::object* const o = v.if_object()) {
        for (auto& [name, member] : *o) redact_leaves(by, member, name, depth + 1);
    } else if (bj::array* const list = v.if_array()) {
        for (bj::value& item : *list) redact_leaves(by, item, key, depth + 1);
    } else if (v.is_string()) {
        const std::string made = by.placeholder(text_of(v));
        v = bj::string(key == "auth" ? base64_encode("redacted:" + made) : made);
    }
}

}  // namespace

// `base64`: the text is encoded, as in data.
std::string secret_redactor::encoded_placeholder(std::string_view key, std::string_view text,
                                                 bool base64) const {
    const std::optional<std::string> decoded = base64 ? base64_decode(text) : std::nullopt;
    const std::string value = decoded ? *decoded : std::string(text);
    std::string made;
    if (is_docker_config(key)) {
        bj::value tree;
        std::string why;
        if (json_text::parse(value, tree, why))
            redact_leaves(*this, tree, {}, 0);
        else
            tree = bj::object{};
        made = json_text::serialize(tree);
    } else {
        made = placeholder(value);
    }
    return base64 ? base64_encode(made) : made;
}

void secret_redactor::redact_secret(bj::object& o) const {
    std::vector<std::string> values;
    for (const std::string_view field : {"data", "stringData"}) {
        bj::object* const all = object_at(o, field);
        if (!all) continue;
        for (auto& [key, value] : *all) {
            if (!value.is_string()) {
                if (!value.is_null()) value = nullptr;
                continue;
            }
            const std::string text(text_of(value));
            if (const auto decoded = field == "data" ? base64_decode(text) : std::nullopt)
                values.push_back(*decoded);
            values.push_back(text);
            value = bj::string(encoded_placeholder(key, text, field == "data"));
        }
    }
    redact_annotations(o, values);
}

// Annotations may contain the whole Secret, as kubectl apply writes it, or some of its values.
void secret_redactor::redact_annotations(bj::object& o, const std::vector<std::string>& values) const {
    bj::object* const all = object_at(o, {"metadata", "annotations"});
    if (!all) return;
    for (auto& [key, value] : *all) {
        const std::string text(text_of(value));
        bj::value tree;
        std::string why;
        if (std::string_view(key) == last_applied && json_text::parse(text, tree, why) && tree.is_object()) {
            redact_secret(tree.get_object());
            // As kubectl writes it.
            value = bj::string(json_text::serialize(tree) + (text.ends_with('\n') ? "\n" : ""));
        } else if (std::string_view(key) == last_applied || text.size() > plain_annotation ||
                   holds_any(text, values)) {
            value = bj::string(placeholder(text));
        }
    }
}

void secret_redactor::redact_texts(bj::value& v, int depth) const {
    if (depth > deepest) return;
    if (bj::object* const o = v.if_object()) {
        for (auto& [key, member] : *o) redact_texts(member, depth + 1);
    } else if (bj::array* const list = v.if_array()) {
        for (bj::value& item : *list) redact_texts(item, depth + 1);
    } else if (v.is_string()) {
        const std::string_view text = text_of(v);
        std::string out;
        std::size_t kept = 0;
        for (std::size_t at = 0; at < text.size(); ++at) {
            std::size_t end = at;
            if (text[at] == 'e' && (at == 0 || !is_base64url(text[at - 1]))) end = end_of_token(text, at);
            if (text[at] == '-' && text.substr(at).starts_with("-----BEGIN ")) end = end_of_key(text, at);
            if (end == at) continue;
            out.append(text.substr(kept, at - kept)).append(placeholder(text.substr(at, end - at)));
            kept = end;
            at = end - 1;
        }
        if (kept == 0) return;
        out.append(text.substr(kept));
        v = bj::string(out);
    }
}

void secret_redactor::redact(bj::object& object) const {
    if (text_at(object, "kind") == "Secret" && text_at(object, "apiVersion") == "v1") {
        redact_secret(object);
        return;
    }
    for (auto& [key, member] : object) redact_texts(member, 0);
}

void secret_redactor::redact(cluster_snapshot& all) const {
    for (snapshot_object& o : all.objects) redact(o.content);
    all.origin.redacted = true;
}

}}}  // namespace setpoint::v0::apiserver
