
#include "apiserver/read/continue_token.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view base64_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// URL-safe base64 without padding.
std::string encoded(std::string_view s) {
    std::string out;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : s) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        count += 8;
        while (count >= 6) {
            count -= 6;
            out += base64_alphabet[(bits >> count) & 63];
        }
    }
    if (count > 0) out += base64_alphabet[(bits << (6 - count)) & 63];
    return out;
}

bool decoded(std::string_view s, std::string& out, std::size_t& bad) {
    std::uint32_t bits = 0;
    int count = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const std::size_t at = base64_alphabet.find(s[i]);
        if (at == std::string_view::npos) {
            bad = i;
            return false;
        }
        bits = (bits << 6) | static_cast<std::uint32_t>(at);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        out += static_cast<char>((bits >> count) & 255);
    }
    bad = s.empty() ? 0 : s.size() - 1;
    return s.size() % 4 != 1;
}

// The first type mismatch that encoding/json finds in a storage.continueToken; "" if there is none.
std::string type_mismatch(const bj::value& tree) {
    if (!tree.is_object())
        return tree.is_null()
                   ? ""
                   : fmt::format("json: cannot unmarshal {} into Go value of type storage.continueToken",
                                 go_text::json_kind(tree));
    for (const auto& [key, v] : tree.get_object()) {
        const bool number = key == "rv", text = key == "v" || key == "start";
        if (v.is_null() || (!number && !text) || (text && v.is_string()) || (number && v.is_int64()))
            continue;
        std::string is(go_text::json_kind(v));
        if (number && v.is_number()) is += " " + go_text::number(v.to_number<double>());
        return fmt::format("json: cannot unmarshal {} into Go struct field continueToken.{} of type {}", is,
                           std::string_view(key), number ? "int64" : "string");
    }
    return {};
}

// Whether path.Clean() leaves it unchanged. `path` begins with a '/'.
bool is_clean(std::string_view path) {
    for (path.remove_prefix(1); !path.empty();) {
        const std::size_t end = path.find('/');
        const std::string_view part = path.substr(0, end);
        if (part.empty() || part == "." || part == "..") return false;
        if (end == std::string_view::npos) return true;
        path.remove_prefix(end + 1);
        if (path.empty()) return false;
    }
    return true;
}

}  // namespace

std::string continue_token::text(std::string_view ns) const {
    bj::object o;
    o["v"] = "meta.k8s.io/v1";
    o["rv"] = revision;
    std::string start = after.name;
    if (ns.empty() && !after.ns.empty()) start = "/" + after.ns + "/" + after.name;
    if (after.ns.empty() || !ns.empty()) start = "/" + after.name;
    start += '\0';
    o["start"] = start;
    return encoded(json_text::serialize(o));
}

api_result<continue_token> continue_token::read(std::string_view text, std::string_view ns) {
    const auto broken = [](std::string why) {
        return bad_request("invalid continue token: continue key is not valid: " + std::move(why));
    };
    std::string plain, why;
    std::size_t bad = 0;
    if (!decoded(text, plain, bad)) return broken("illegal base64 data at input byte " + std::to_string(bad));
    bj::value tree;
    if (!json_text::parse(plain, tree, why)) return broken(why);
    if (std::string wrong = type_mismatch(tree); !wrong.empty()) return broken(std::move(wrong));
    const bj::object none;
    const bj::object& o = tree.is_object() ? tree.get_object() : none;
    if (text_at(o, "v") != "meta.k8s.io/v1")
        return bad_request(
            "invalid continue token: continue key is not valid: server does not recognize this encoded "
            "version " +
            std::string(text_at(o, "v")));
    continue_token out;
    out.revision = number_at(o, "rv").value_or(0);
    if (out.revision == 0) return broken("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
    std::string start(text_at(o, "start"));
    if (start.empty()) return broken("encoded start key empty (version meta.k8s.io/v1)");
    if (!is_clean(start.front() == '/' ? start : "/" + start)) return broken(start);
    if (start.back() == '\0') start.pop_back();
    if (!start.empty() && start.front() == '/') start.erase(0, 1);
    const std::size_t slash = start.find('/');
    out.after = slash == std::string::npos ? object_key(std::string(ns), start)
                                           : object_key(start.substr(0, slash), start.substr(slash + 1));
    return out;
}

}}}  // namespace setpoint::v0::apiserver
