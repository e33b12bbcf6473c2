#pragma once
// What a request to a resource is for, as far as faults look at it. Pure.

#include "setpoint/apiserver/request_faults.hpp"

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct request_traits {
    std::string verb, resource, group, subresource, ns, name, user_agent;

    // Nothing for a request that is not to a resource, such as discovery. The name of a create is that in its
    // body, which is parsed only for `with_name`; one that the server generates is "".
    static std::optional<request_traits> of(const http::server_request& r, bool with_name);
};

bool matches(const request_filter& f, const request_traits& r);

}}}  // namespace setpoint::v0::apiserver
