#pragma once
// Users whom a proxy in front of the server has authenticated: --requestheader-* (apiserver,
// pkg/authentication/request/headerrequest).

#include "apiserver/authentication/authenticator.hpp"
#include "apiserver/authentication/certificate_verifier.hpp"
#include "setpoint/core/error.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

struct front_proxy_settings {
    // Common names of the proxies' certificates; empty: any certificate of the CAs.
    std::vector<std::string> allowed_names{};
    // The first header with a value counts.
    std::vector<std::string> username_headers{}, uid_headers{};
    // The values of all headers count.
    std::vector<std::string> group_headers{}, extra_prefixes{};

    // Removes blanks around the names. Errors: bad_config for an empty name.
    result<> trim();
};

// The headers count only on a connection with a proxy's certificate. Otherwise they are ignored.
class front_proxy_authenticator : public authenticator {
public:
    front_proxy_authenticator(certificate_verifier proxies, front_proxy_settings settings,
                              std::vector<std::string> api_audiences)
        : proxies_(std::move(proxies)),
          settings_(std::move(settings)),
          audiences_(std::move(api_audiences)) {}
    verdict authenticate(const credentials& c) const override;

private:
    verdict by_headers(const credentials& c) const;
    // The error, or "" if a proxy has opened the connection.
    std::string check_proxy(const http::peer_certificates& peer, wall_time now) const;

    certificate_verifier proxies_;
    front_proxy_settings settings_;
    std::vector<std::string> audiences_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
