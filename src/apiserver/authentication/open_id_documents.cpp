// What an OpenID provider publishes (OpenID Connect Discovery 1.0; RFC 7517, section 5).

#include "apiserver/authentication/open_id_tokens.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::size_t most_keys = 100;
constexpr std::size_t deepest_document = 32;

result<bj::object> document_in(std::string_view text, std::string_view what) {
    bj::value out;
    std::string why;
    if (!json_text::parse(text, out, why, deepest_document))
        return error(errc::bad_data, fmt::format("oidc: failed to decode {}: {}", what, why));
    if (!out.is_object())
        return error(errc::bad_data, fmt::format("oidc: failed to decode {}: it is not an object", what));
    return std::move(out.get_object());
}

}  // namespace

std::string discovery_url_of(const jwt_settings& s) {
    if (!s.discovery_url.empty()) return s.discovery_url;
    std::string_view issuer = s.issuer;
    if (issuer.ends_with('/')) issuer.remove_suffix(1);
    return std::string(issuer) + "/.well-known/openid-configuration";
}

result<std::string> key_set_url(std::string_view description, const std::string& issuer) {
    const auto read = document_in(description, "provider discovery object");
    if (!read) return read.error();
    const std::string_view named = text_at(*read, "issuer"), url = text_at(*read, "jwks_uri");
    if (named != issuer)
        return error(errc::bad_data,
                     fmt::format("oidc: issuer did not match the issuer returned by provider, "
                                 "expected {} got {}",
                                 go_text::quoted(issuer), go_text::quoted(named)));
    if (url.empty()) return error(errc::bad_data, "provider did not return JWKS URL");
    // Whoever is on the way could put keys of their own there.
    if (!url.starts_with("https://"))
        return error(errc::bad_data, fmt::format("oidc: jwks_uri {} must use https", go_text::quoted(url)));
    return std::string(url);
}

result<std::vector<web_key>> read_key_set(std::string_view text) {
    const auto read = document_in(text, "keys");
    if (!read) return read.error();
    const bj::value* const list = value_at(*read, "keys");
    if (list == nullptr || !list->is_array())
        return error(errc::bad_data, "oidc: failed to decode keys: there is no list of keys");
    std::vector<web_key> out;
    for (const bj::value& each : list->get_array()) {
        if (!each.is_object())
            return error(errc::bad_data, "oidc: failed to decode keys: one is not an object");
        const bj::object& key = each.get_object();
        const std::string_view use = text_at(key, "use");
        if (out.size() == most_keys || (!use.empty() && use != "sig")) continue;
        if (auto made = web_key::from_json(key)) out.push_back(std::move(*made));
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
