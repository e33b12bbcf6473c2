#pragma once
// The HTTP proxy for a server, and when to use one: by client-go's rules, which are those of Go's
// httpproxy package (golang.org/x/net/http/httpproxy).

#include "setpoint/core/error.hpp"
#include "setpoint/core/secret.hpp"
#include "setpoint/http/origin.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

// Every connection uses a tunnel (CONNECT; RFC 9110, 9.3.6), also to servers without TLS.
struct proxy {
    origin at;             // http: plain to the proxy; https: TLS to the proxy, with the server's TLS inside
    std::string username;  // empty: no Proxy-Authorization
    secret password;
    // source of the setting, for messages: "HTTPS_PROXY", or a kubeconfig and its field
    std::string named_by;
    tls_context_ptr tls{};  // for the proxy itself; set if `at` is https
};

// Parses "http://user:password@proxy.example.com:3128", "https://...", or "proxy.example.com:3128"
// for http. Percent-encoded user names and passwords are decoded. Errors: bad_config, which starts
// with `named_by` and quotes nothing of the URL, since it may contain a password. socks5 is not
// supported.
result<proxy> parse_proxy(std::string_view url, std::string named_by);

// Returns the environment's proxy for a server: HTTPS_PROXY or https_proxy for https, HTTP_PROXY or
// http_proxy for http, unless NO_PROXY or no_proxy lists the server. There is none for localhost
// and loopback addresses. Errors: those of parse_proxy().
using environment = std::function<std::optional<std::string>(const std::string& name)>;
result<std::optional<proxy>> proxy_of_environment(const environment& getenv, const origin& to);

// Whether a list such as "10.0.0.0/8,.cluster.local,example.com:6443,[::1],*" includes the server.
// A name matches itself and its subdomains; with a leading dot or "*." only the subdomains.
// CIDR ranges apply to addresses only: a host name is not resolved to check it.
bool no_proxy_names(std::string_view list, const origin& to);

}}}  // namespace setpoint::v0::http
