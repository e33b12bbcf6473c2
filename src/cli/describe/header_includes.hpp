#pragma once
// The headers that the described types of a kind need. Pure.

#include "cli/describe/kind_model.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

// The name in C++ of a type that is no struct, enum, list or map.
std::string_view type_name(cpp_type::form what);
// Include directives, with an empty line between those of setpoint, Boost and the standard library.
std::string includes_of(const kind_model& m);

}}}  // namespace setpoint::v0::cli
