#pragma once
// The HTTP proxy in front of a server, and when to use one: by client-go's rules, which are those of Go's
// httpproxy package (golang.org/x/net/http/httpproxy).

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/origin.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint::http {

// Every connection goes through a tunnel (CONNECT; RFC 9110, 9.3.6), also to servers without TLS.
struct proxy {
    origin at;             // http: plain to the proxy; https: TLS to the proxy, and the server's inside it
    std::string username;  // empty: no Proxy-Authorization
    secret password;
    std::string named_by;   // for messages: "HTTPS_PROXY", or a kubeconfig and its field
    tls_context_ptr tls{};  // to the proxy itself; there when `at` is https
};

// "http://user:password@proxy.example.com:3128", "https://...", and "proxy.example.com:3128" for http.
// Percent-encoded user names and passwords are decoded. Error: bad_config, which begins with `named_by` and
// quotes nothing of the URL, since it may hold a password; socks5 is refused.
result<proxy> parse_proxy(std::string_view url, std::string named_by);

// The proxy that the environment names for a server: HTTPS_PROXY or https_proxy for https servers, HTTP_PROXY
// or http_proxy for http ones, unless NO_PROXY or no_proxy names the server. None for localhost and loopback
// addresses. Error: that of parse_proxy().
using environment = std::function<std::optional<std::string>(const std::string& name)>;
result<std::optional<proxy>> proxy_of_environment(const environment& getenv, const origin& to);

// Whether a list such as "10.0.0.0/8,.cluster.local,example.com:6443,[::1],*" names the server. Names match
// themselves and what is below them; with a leading dot or "*." only what is below.
bool no_proxy_names(std::string_view list, const origin& to);

}  // namespace setpoint::http
