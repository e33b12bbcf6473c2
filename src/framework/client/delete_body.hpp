#pragma once
// The body of a DELETE, of one object and of many.

#include "setpoint/client/client.hpp"

#include <string>

namespace setpoint { inline namespace v0 {

std::string delete_body(const delete_options& o);

}}  // namespace setpoint::v0
