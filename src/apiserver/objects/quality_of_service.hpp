#pragma once
// The quality-of-service class of a pod.

#include <boost/json/object.hpp>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Guaranteed: every container limits cpu and memory, with equal requests. BestEffort: no container
// has requests or limits.
std::string_view quality_of_service(const boost::json::object& pod_spec);

}}}  // namespace setpoint::v0::apiserver
