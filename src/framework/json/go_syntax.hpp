#pragma once
// Prints values as Go's %#v, for messages that quote a YAML key.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

std::string go_syntax(const boost::json::value& v);
std::string go_syntax(std::string_view text);

}}}  // namespace setpoint::v0::json
