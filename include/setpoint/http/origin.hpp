#pragma once
// The target of requests: scheme, host and port.

#include <string>

namespace setpoint { inline namespace v0 { namespace http {

// Not checked here: whoever parses an address guarantees that host and port are not empty.
struct origin {
    std::string scheme = "https";  // or "http"
    std::string host;              // a name or an address, IPv6 without brackets
    std::string port = "443";      // a number

    bool tls() const { return scheme == "https"; }
    // Returns "host:port", with an IPv6 address in brackets, for the Host header and messages.
    std::string authority() const {
        return host.find(':') == std::string::npos ? host + ":" + port : "[" + host + "]:" + port;
    }
};

}}}  // namespace setpoint::v0::http
