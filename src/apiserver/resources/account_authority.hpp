#pragma once
// Signs and knows the tokens of service accounts where access control is on: key pairs, their rotation, and
// the documents that publish them (kubernetes, pkg/serviceaccount: jwt.go, openidmetadata.go).

#include "apiserver/resources/service_account_token.hpp"
#include "apiserver/resources/web_key.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <boost/json/object.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct account_authority_settings {
    setpoint::secret signing_key_pem{};        // empty: a new key
    std::string verifying_keys_pem{};          // more keys whose tokens count; may be empty
    std::vector<std::string> issuers{};        // the first one signs; empty: api_audience
    std::vector<std::string> api_audiences{};  // empty: the issuers
};

class account_authority final : public token_signatures {
public:
    // Errors: bad_config, which name the flag.
    static result<account_authority> make(account_authority_settings s);

    std::string issue(const service_account_claims& claims) const;
    std::string issue(const legacy_claims& claims) const;

    // The private key in PEM, for who keeps it over a restart.
    setpoint::secret signing_key_pem() const { return keys_.front().to_pem(); }
    const std::vector<std::string>& issuers() const { return settings_.issuers; }
    const std::vector<std::string>& api_audiences() const { return settings_.api_audiences; }

    bool names_issuer(std::string_view issuer) const override;
    std::optional<std::string> signature_error(std::string_view token) const override;
    const std::vector<std::string>& implied_audiences() const override { return settings_.api_audiences; }

    // Whether the documents exist: the issuer is a URL that OpenID Connect allows.
    bool is_discoverable() const;
    // The public keys.
    bj::object key_set() const;
    // `host`: where the server is reached, with its port.
    bj::object discovery(std::string_view host) const;

private:
    account_authority(account_authority_settings s, std::vector<web_key> keys)
        : settings_(std::move(s)), keys_(std::move(keys)) {}
    std::string signed_token(const bj::object& payload) const;

    account_authority_settings settings_;
    std::vector<web_key> keys_;  // the first one signs; each once
};

}}}  // namespace setpoint::v0::apiserver
