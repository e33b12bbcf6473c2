#pragma once
// Warnings of an answer: the header Warning (RFC 7234), as the real server writes and bounds it.

#include "setpoint/http/server.hpp"

#include <string>
#include <vector>

namespace setpoint::apiserver {

// Each text once, in order; empty ones are left out.
void add_warnings(http::response& to, const std::vector<std::string>& warnings);

}  // namespace setpoint::apiserver
