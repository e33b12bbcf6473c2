#pragma once
// Which object a request is about.

#include "setpoint/http/transport.hpp"

#include <string>
#include <string_view>

namespace setpoint::testing {

// What the path of a request names: /api/VERSION/... or /apis/GROUP/VERSION/..., then
// [namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]]. "" is what it lacks; all of it for other paths. Valid as
// long as the text that it was made from.
struct request_target {
    std::string_view path;  // without the query
    std::string_view group, ns, resource, name, subresource;

    static request_target of(std::string_view target);
};

// The name in the path or, of a POST to a collection, metadata.name or else metadata.generateName of the
// body. `t` is of `r`.
std::string object_name(const request_target& t, const http::request& r);

}  // namespace setpoint::testing
