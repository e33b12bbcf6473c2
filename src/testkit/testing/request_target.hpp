#pragma once
// The object that a request is for.

#include "setpoint/http/transport.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace testing {

// The parts of a path /api/VERSION/... or /apis/GROUP/VERSION/..., followed by
// [namespaces/NS/]RESOURCE[/NAME[/SUBRESOURCE]]. Missing parts are "", as are all parts of other paths.
// Valid as long as `target`.
struct request_target {
    std::string_view path;  // without the query
    std::string_view group, ns, resource, name, subresource;

    static request_target of(std::string_view target);
};

// Returns the name in the path or, for a POST to a collection, the body's metadata.name, otherwise its
// metadata.generateName. Precondition: `t` is the target of `r`.
std::string object_name(const request_target& t, const http::request& r);

}}}  // namespace setpoint::v0::testing
