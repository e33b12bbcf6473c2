#pragma once
// Prints values as Go's %#v, for messages that quote a YAML key.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint::inline v0::json {

std::string go_syntax(const boost::json::value& v);
std::string go_syntax(std::string_view text);

}  // namespace setpoint::inline v0::json
