#pragma once
// Conditions of JSON objects.

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Returns the condition of that type in status.conditions; null if there is none.
const boost::json::object* find_condition(const boost::json::object& status, std::string_view type);
// Whether the condition of that type is True.
bool has_condition(const boost::json::object& status, std::string_view type);
// Sets a condition in status.conditions: replaces the one of its type, or appends it. Keeps
// lastTransitionTime while the condition's status is unchanged. Returns whether anything changed.
bool put_condition(boost::json::object& status, boost::json::object condition);

}}}  // namespace setpoint::v0::apiserver
