#pragma once
// Writes a project file so that what its readers added to it stays. Pure functions.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// Returns `value` as YAML in block style. Keys that are in `before`, an earlier text of the file, have their
// order there; new ones come after the key that they follow in `value`. Comments and empty lines of `before`
// stay above the line, or at the end of the line, that they were at; those of a line that is gone move to the
// next one. Without them if `before` is written so that its lines cannot be told, in YAML's flow style.
std::string to_yaml_like(const boost::json::value& value, std::string_view before);

}}}  // namespace setpoint::v0::cli::scaffold
