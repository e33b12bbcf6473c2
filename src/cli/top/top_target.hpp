#pragma once
// Where `setpoint top` finds the state of an operator.

#include "setpoint/core/error.hpp"
#include "setpoint/http/origin.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

struct top_target {
    std::string object;  // "deployment/site-operator", to forward a port of; empty: `at` is reached directly
    http::origin at;     // of a URL
    std::string path;    // of the document: "/debug/setpoint", after a path that the URL has
};

// Accepts a URL (http://localhost:8081, also with the path of a proxy), HOST:PORT, and what kubectl
// port-forward takes: TYPE/NAME, or the name of a pod. Errors: bad_config, with the text.
result<top_target> parse_top_target(std::string_view text);

}}}  // namespace setpoint::v0::cli
