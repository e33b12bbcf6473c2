#pragma once
// Events: one storage, two groups.

#include <boost/json/object.hpp>

namespace setpoint::apiserver::kinds {

// Convert between events.k8s.io/v1 and core/v1, including apiVersion.
void event_to_core(boost::json::object& event);
void event_from_core(boost::json::object& event);

}  // namespace setpoint::apiserver::kinds
