#pragma once
// The tokens of --token-auth-file (apiserver, pkg/authentication/token/tokenfile).

#include "apiserver/authentication/authenticator.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

// Keeps digests of the tokens with a random key instead of the tokens themselves, so that the time that a
// lookup takes tells nothing about them.
class static_tokens : public token_authenticator {
public:
    // `text`: records of token, name, UID and optionally groups, which are separated by commas. `path` is
    // for messages. Errors: bad_config, in the words of kube-apiserver.
    static result<static_tokens> parse(std::string_view text, std::string_view path,
                                       std::vector<std::string> api_audiences);

    verdict authenticate(const token_query& q) const override;
    // About empty and repeated tokens, for the log.
    const std::vector<std::string>& warnings() const { return warnings_; }
    std::size_t size() const { return users_.size(); }

private:
    using digest = std::array<unsigned char, 32>;
    explicit static_tokens(std::vector<std::string> api_audiences) : audiences_(std::move(api_audiences)) {}
    digest digest_of(std::string_view token) const;

    std::vector<std::string> audiences_;
    secret key_;
    std::map<digest, user_ptr> users_;
    std::vector<std::string> warnings_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
