#pragma once
// Parses a kubeconfig's server as client-go does: with Go's net/url, and with its own rules for
// texts without a scheme.

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/origin.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

using url_user = std::pair<std::string, secret>;  // name and password

struct server_url {
    http::origin server;
    std::string path;  // "" or "/k8s/clusters/c-1", normalised and percent-encoded
    // From user:password@, decoded. It has priority over all other credentials.
    std::optional<url_user> user;
};

// Accepts "https://a:6443/path", "http://a", and "a", "a:80", "[::1]:80" for http. A query is
// dropped. Errors: bad_config with the reason; it quotes nothing of the text, which may contain a
// password.
result<server_url> parse_server_url(std::string_view text);

}}  // namespace setpoint::v0
