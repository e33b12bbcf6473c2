#pragma once
// Conditions of JSON objects.

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

// Sets a condition in status.conditions: replaces the one of its type, or appends it. Keeps
// lastTransitionTime while the condition's status is unchanged. Returns whether anything changed.
bool put_condition(boost::json::object& status, boost::json::object condition);

}  // namespace setpoint::apiserver
