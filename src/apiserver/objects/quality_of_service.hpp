#pragma once
// The quality-of-service class of a pod.

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint::apiserver::kinds {

// Guaranteed: every container limits cpu and memory and requests as much. BestEffort: none asks for anything.
std::string_view quality_of_service(const boost::json::object& pod_spec);

}  // namespace setpoint::apiserver::kinds
