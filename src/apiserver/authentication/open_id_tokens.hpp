#pragma once
// Tokens of an OpenID provider (apiserver, plugin/pkg/authenticator/token/oidc; go-oidc v2). No I/O: who
// fetches the provider's keys hands them in.

#include "apiserver/authentication/authenticator.hpp"
#include "apiserver/authentication/claim_mapper.hpp"
#include "apiserver/authentication/jwt_configuration.hpp"
#include "apiserver/resources/web_key.hpp"
#include "apiserver/resources/web_token.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

class open_id_tokens : public token_authenticator {
public:
    open_id_tokens(jwt_settings s, claim_mapper mapper, std::vector<std::string> api_audiences);

    // Tokens of another issuer do not concern it.
    verdict authenticate(const token_query& q) const override;

    const jwt_settings& settings() const { return settings_; }
    // Replaces those known so far. Before the first call all tokens are refused.
    void set_keys(std::vector<web_key> keys) { keys_ = std::move(keys); }
    // Called when the provider may have newer keys: a token could not be verified. Must not suspend.
    std::function<void()> on_unknown_key{};

private:
    verdict check(const token_query& q) const;
    // The error, or "".
    std::string signature_error(const web_token& token) const;
    std::string claims_error(const bj::object& claims, wall_time now) const;
    std::string audience_error(const bj::object& claims) const;

    jwt_settings settings_;
    claim_mapper mapper_;
    std::vector<std::string> audiences_;
    std::optional<std::vector<web_key>> keys_{};
};

// The algorithms of signatures that are known, in alphabetical order.
std::span<const std::string_view> known_signing_algorithms();
// Where a provider describes itself.
std::string discovery_url_of(const jwt_settings& s);
// From that description, which must name the issuer: where its keys are. Errors: bad_data.
result<std::string> key_set_url(std::string_view description, const std::string& issuer);
// The keys that can verify tokens; others are skipped. Errors: bad_data if it is not a set of keys.
result<std::vector<web_key>> read_key_set(std::string_view text);

}}}  // namespace setpoint::v0::apiserver::authentication
