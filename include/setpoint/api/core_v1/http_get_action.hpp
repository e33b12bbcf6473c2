#pragma once
// clang-format off
// HTTPGetAction (v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct http_header {
    interned_string name{};
    interned_string value{};

    template <class Self = http_header>
    static constexpr auto describe() {
        return schema::object(
            "HTTPHeader describes a custom header to be used in HTTP probes",
            schema::field(&Self::name, "name", "The header field name.", schema::required),
            schema::field(&Self::value, "value", "The header field value", schema::required));
    }
};

struct http_get_action {
    interned_string path{};
    int_or_string port{};
    interned_string host{};
    interned_string scheme{};
    std::vector<http_header> http_headers{};
    interned_string protocol{};

    template <class Self = http_get_action>
    static constexpr auto describe() {
        return schema::object(
            "HTTPGetAction describes an action based on HTTP Get requests.",
            schema::field(&Self::path, "path", "Path to access on the HTTP server."),
            schema::field(&Self::port, "port", "Name or number of the port to access on the container.",
                          schema::required),
            schema::field(&Self::host, "host", "Host name to connect to, defaults to the pod IP."),
            schema::field(&Self::scheme, "scheme", "Scheme to use for connecting to the host."),
            schema::field(&Self::http_headers, "httpHeaders", "Custom headers to set in the request."),
            schema::field(&Self::protocol, "protocol",
                          "Protocol selects the wire protocol for the probe connection."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::http_get_action);
