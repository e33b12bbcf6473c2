#include "framework/recording/secret_text.hpp"

#include "framework/core/base64.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <optional>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

namespace bj = boost::json;

constexpr std::string_view applied_annotation = "kubectl.kubernetes.io/last-applied-configuration";

// Takes the part before the next '/' off the path.
std::string_view next_part(std::string_view& path) {
    const std::size_t end = path.find('/');
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
    return part;
}

// Whether the path names objects with secret values, wherever the server's prefix ends.
bool has_secrets(std::string_view target) {
    constexpr std::string_view core = "/api/v1/", reviews = "/apis/authentication.k8s.io/";
    std::string_view path = target.substr(0, target.find('?'));
    if (path.find(reviews) != std::string_view::npos) return true;
    const std::size_t at = path.find(core);
    if (at == std::string_view::npos) return false;
    path.remove_prefix(at + core.size());
    std::string_view resource = next_part(path);
    if (resource == "namespaces" && path.find('/') != std::string_view::npos) {
        next_part(path);
        resource = next_part(path);
    }
    return resource == "secrets" || (resource == "serviceaccounts" && path.ends_with("/token"));
}

std::string placeholder(std::string_view value, const secret& key) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
    unsigned size = 0;
    const std::string_view k = key.reveal();
    HMAC(EVP_sha256(), k.data(), static_cast<int>(k.size()),
         reinterpret_cast<const unsigned char*>(value.data()), value.size(), sum.data(), &size);
    return fmt::format("<secret: {} bytes, {:02x}{:02x}{:02x}{:02x}>", value.size(), sum[0], sum[1], sum[2],
                       sum[3]);
}

class redaction {
public:
    explicit redaction(const secret& key) : key_(key) {}

    // An object, a list, or an event of a watch.
    void apply(bj::value& v) {
        bj::object* const o = v.if_object();
        if (!o) return;
        const bj::value* const kind = o->if_contains("kind");
        if (const bj::string* const name = kind ? kind->if_string() : nullptr; name && *name == "Status")
            status(*o);
        if (bj::value* const items = o->if_contains("items"); items && items->is_array())
            for (bj::value& one : items->get_array()) apply(one);
        if (bj::value* const object = o->if_contains("object")) apply(*object);
        if (bj::value* const data = o->if_contains("data"); data && data->is_object())
            for (auto& [name, value] : data->get_object()) replace(value, true);
        if (bj::value* const data = o->if_contains("stringData"); data && data->is_object())
            for (auto& [name, value] : data->get_object()) replace(value, false);
        for (const char* part : {"spec", "status"})
            if (bj::object* const inner = member(*o, part))
                if (bj::value* const token = inner->if_contains("token")) replace(*token, false);
        if (bj::object* const meta = member(*o, "metadata"))
            if (bj::object* const notes = member(*meta, "annotations"))
                if (bj::value* const applied = notes->if_contains(applied_annotation))
                    replace(*applied, false);
    }
    std::uint64_t values() const { return values_; }

private:
    static bj::object* member(bj::object& o, std::string_view name) {
        bj::value* const v = o.if_contains(name);
        return v ? v->if_object() : nullptr;
    }
    void status(bj::object& o) {
        if (bj::value* const message = o.if_contains("message")) replace(*message, false);
        bj::object* const details = member(o, "details");
        bj::value* const causes = details ? details->if_contains("causes") : nullptr;
        if (!causes || !causes->is_array()) return;
        for (bj::value& one : causes->get_array())
            if (bj::object* const cause = one.if_object())
                if (bj::value* const message = cause->if_contains("message")) replace(*message, false);
    }
    void replace(bj::value& v, bool encoded) {
        if (!v.is_string()) return;
        const std::string_view text = v.get_string();
        ++values_;
        const std::optional<std::string> plain = encoded ? base64_decode(text) : std::nullopt;
        const std::string shown = placeholder(plain ? std::string_view(*plain) : text, key_);
        v = bj::string(encoded ? base64_encode(shown) : shown);
    }

    const secret& key_;
    std::uint64_t values_ = 0;
};

// Replaces the values in one JSON text. Returns nothing if it is not JSON.
std::optional<std::string> redacted(std::string_view text, const secret& key, std::uint64_t& values) {
    boost::system::error_code ec;
    bj::value v = bj::parse(text, ec);
    if (ec) return std::nullopt;
    redaction r(key);
    r.apply(v);
    if (r.values() == 0) return std::string(text);
    values += r.values();
    return bj::serialize(v);
}

}  // namespace

secret_text::secret_text(std::string_view target, const secret& key) : key_(key) {
    if (!has_secrets(target)) return;
    const bool watch = target.find("watch=1") != std::string_view::npos ||
                       target.find("watch=true") != std::string_view::npos;
    shape_ = watch ? shape::lines : shape::body;
}

secret_text::shown secret_text::take(std::string_view piece) {
    if (shape_ == shape::plain) {
        if (held_.empty()) return {piece, piece};
        real_ = std::exchange(held_, {});  // from before pass_on()
        real_ += piece;
        return {.real = real_, .recorded = {}};
    }
    const bool is_last = piece.empty();
    held_.append(piece);
    if (held_.size() > largest) {
        real_ = std::move(held_);
        held_.clear();
        return {.real = real_, .recorded = {}, .is_safe = false};
    }
    if (is_last) return pass(std::exchange(held_, {}), true);
    const std::size_t end = shape_ == shape::lines ? held_.rfind('\n') : std::string::npos;
    if (end == std::string::npos) return {.real = {}, .recorded = {}, .withheld = true};
    std::string rest = held_.substr(end + 1);
    held_.resize(end + 1);
    return pass(std::exchange(held_, std::move(rest)), false);
}

secret_text::shown secret_text::pass(std::string text, bool is_last) {
    real_ = std::move(text);
    recorded_.clear();
    shown out;
    for (std::string_view left = real_; !left.empty();) {
        const std::size_t end = shape_ == shape::lines ? left.find('\n') : std::string_view::npos;
        const std::string_view one = left.substr(0, end);
        left.remove_prefix(end == std::string_view::npos ? left.size() : end + 1);
        const auto safe = redacted(one, key_, out.values);
        // A line that was cut off has no meaning for its reader either, apart from its being cut.
        if (safe)
            recorded_ += *safe;
        else if (is_last && shape_ == shape::lines)
            recorded_ += '{';
        else
            out.is_safe = false;
        if (end != std::string_view::npos) recorded_ += '\n';
    }
    out.real = real_;
    out.recorded = recorded_;
    return out;
}

}}  // namespace setpoint::v0
