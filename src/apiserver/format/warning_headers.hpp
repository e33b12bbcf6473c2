#pragma once
// The Warning headers of a response (RFC 7234), written and bounded like the real server's.

#include "setpoint/http/server.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Adds each text once, in order; empty ones are skipped.
void add_warnings(http::response& to, const std::vector<std::string>& warnings);

}}}  // namespace setpoint::v0::apiserver
