#include "apiserver/authentication/open_id_tokens.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

constexpr std::array<std::string_view, 9> signing_algorithms{"ES256", "ES384", "ES512", "PS256", "PS384",
                                                             "PS512", "RS256", "RS384", "RS512"};
// go-oidc, for nbf; nothing for exp.
constexpr std::chrono::seconds start_leeway = std::chrono::minutes(1);
constexpr double latest_second = 253402300799;  // the end of 9999

struct claim_time {
    std::optional<std::chrono::sys_seconds> at{};
    std::string error{};
};

// Whole seconds; a fraction is cut off, as jsonTime of go-oidc does.
claim_time time_in(const bj::object& claims, std::string_view name) {
    const bj::value* const found = value_at(claims, name);
    if (found == nullptr || found->is_null()) return {};
    if (found->is_string())
        return {.error = fmt::format("json: invalid number literal, trying to unmarshal {} into Number",
                                     go_text::quoted(go_text::quoted(text_of(*found))))};
    const double seconds = found->is_number() ? found->to_number<double>() : std::nan("");
    if (!std::isfinite(seconds) || std::abs(seconds) > latest_second)
        return {.error = fmt::format("the claim {} is not a number of seconds", name)};
    return {.at = std::chrono::sys_seconds(std::chrono::seconds(static_cast<std::int64_t>(seconds)))};
}

// The types of go-oidc's idToken.
std::string type_error(const bj::object& claims) {
    for (const std::string_view name : {"iss", "sub", "nonce", "at_hash"}) {
        const bj::value* const found = value_at(claims, name);
        if (found == nullptr || found->is_null() || found->is_string()) continue;
        const std::string_view is = found->is_bool()     ? "bool"
                                    : found->is_array()  ? "array"
                                    : found->is_object() ? "object"
                                                         : "number";
        return fmt::format("json: cannot unmarshal {} into Go struct field idToken.{} of type string", is,
                           name);
    }
    for (const std::string_view name : {"exp", "iat", "nbf"})
        if (std::string why = time_in(claims, name).error; !why.empty()) return why;
    return {};
}

std::string go_time(std::chrono::sys_seconds t) {
    return fmt::format("{:%Y-%m-%d %H:%M:%S} +0000 UTC", t);
}

// A text, or a list of them; nothing for anything else.
std::optional<std::vector<std::string>> audiences_in(const bj::object& claims) {
    const bj::value* const found = value_at(claims, "aud");
    std::vector<std::string> out;
    if (found == nullptr || found->is_null()) return out;
    if (found->is_string()) {
        out.emplace_back(text_of(*found));
        return out;
    }
    if (!found->is_array()) return std::nullopt;
    for (const bj::value& each : found->get_array()) {
        if (!each.is_string()) return std::nullopt;
        out.emplace_back(text_of(each));
    }
    return out;
}

}  // namespace

std::span<const std::string_view> known_signing_algorithms() {
    return signing_algorithms;
}

open_id_tokens::open_id_tokens(jwt_settings s, claim_mapper mapper, std::vector<std::string> api_audiences)
    : settings_(std::move(s)), mapper_(std::move(mapper)), audiences_(std::move(api_audiences)) {
    if (settings_.algorithms.empty())
        settings_.algorithms.assign(signing_algorithms.begin(), signing_algorithms.end());
}

std::string open_id_tokens::signature_error(const web_token& token) const {
    const std::vector<std::string>& allowed = settings_.algorithms;
    if (std::ranges::find(allowed, token.algorithm) == allowed.end())
        return fmt::format("oidc: id token signed with unsupported algorithm, expected {} got {}",
                           go_text::quoted_list(allowed), go_text::quoted(token.algorithm));
    for (const web_key& each : *keys_)
        if (!token.is_critical && (token.key_id.empty() || each.id() == token.key_id) &&
            each.verifies(token.algorithm, token.signed_text, token.signature))
            return {};
    if (on_unknown_key) on_unknown_key();
    return "failed to verify signature: failed to verify id token signature";
}

std::string open_id_tokens::audience_error(const bj::object& claims) const {
    const auto own = audiences_in(claims);
    if (!own) return "oidc: failed to unmarshal claims: the claim aud is not a text or a list of texts";
    const std::vector<std::string>& wanted = settings_.audiences;
    for (const std::string& each : *own)
        if (std::ranges::find(wanted, each) != wanted.end()) return {};
    if (wanted.size() == 1)
        return fmt::format("oidc: expected audience {} got {}", go_text::quoted(wanted[0]),
                           go_text::quoted_list(*own));
    const std::set<std::string> sorted(wanted.begin(), wanted.end());
    return fmt::format("oidc: expected audience in {} got {}",
                       go_text::quoted_list(std::vector(sorted.begin(), sorted.end())),
                       go_text::quoted_list(*own));
}

std::string open_id_tokens::claims_error(const bj::object& claims, wall_time now) const {
    if (const std::string why = type_error(claims); !why.empty())
        return "oidc: failed to unmarshal claims: " + why;
    const claim_time ends = time_in(claims, "exp"), starts = time_in(claims, "nbf");
    if (std::string why = audience_error(claims); !why.empty()) return why;
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    if (!ends.at) return "oidc: token is expired (Token Expiry: 0001-01-01 00:00:00 +0000 UTC)";
    if (*ends.at < second || (*ends.at == second && now > second))
        return fmt::format("oidc: token is expired (Token Expiry: {})", go_time(*ends.at));
    if (starts.at && second + start_leeway < *starts.at)
        return fmt::format("oidc: current time {} before the nbf (not before) time: {}", go_time(second),
                           go_time(*starts.at));
    return {};
}

verdict open_id_tokens::check(const token_query& q) const {
    if (!keys_) return verdict::refused("oidc: authenticator not initialized");
    const auto token = read_web_token(q.token);
    std::string why = token ? signature_error(*token) : "oidc: malformed jwt: " + token.error().message;
    if (why.empty()) why = claims_error(token->claims, q.now);
    if (!why.empty()) return verdict::refused("oidc: verify token: " + why);
    auto user = mapper_.user_of(token->claims);
    if (!user) return verdict::refused(user.error().message);
    return verdict::of(std::move(*user));
}

verdict open_id_tokens::authenticate(const token_query& q) const {
    return for_own_audiences(audiences_, q.audiences, [&]() -> verdict {
        const auto claims = unverified_claims(q.token);
        if (!claims) return {};
        std::string_view issuer = text_at(*claims, "iss");
        if (issuer == "accounts.google.com") issuer = "https://accounts.google.com";
        return issuer == settings_.issuer ? check(q) : verdict{};
    });
}

}}}  // namespace setpoint::v0::apiserver::authentication
