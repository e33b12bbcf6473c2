#pragma once
// Where requests go: scheme, host and port.

#include <string>

namespace setpoint::http {

struct origin {
    std::string scheme = "https";  // or "http"
    std::string host;              // a name or an address; an IPv6 address without brackets
    std::string port = "443";      // a number

    bool tls() const { return scheme == "https"; }
    // "host:port", an IPv6 address in brackets: for the Host header and for messages.
    std::string authority() const {
        return host.find(':') == std::string::npos ? host + ":" + port : "[" + host + "]:" + port;
    }
};

}  // namespace setpoint::http
