#pragma once
// A kubeconfig's server as client-go takes it: by Go's net/url, and with rules of its own for what has no
// scheme.

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/origin.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace setpoint {

using url_user = std::pair<std::string, secret>;  // name and password

struct server_url {
    http::origin server;
    std::string path;  // "" or "/k8s/clusters/c-1": without dots and repeated slashes, percent-encoded
    // From user:password@, decoded: it goes before all other credentials.
    std::optional<url_user> user;
};

// "https://a:6443/path", "http://a", and "a", "a:80", "[::1]:80" for http. A query is dropped. Error:
// bad_config; it says why, and quotes nothing of the text, which may hold a password.
result<server_url> parse_server_url(std::string_view text);

}  // namespace setpoint
