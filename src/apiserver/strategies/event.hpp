#pragma once
// Events: one storage, two groups.

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

// From events.k8s.io/v1 to core/v1 and back; apiVersion too.
void event_to_core(boost::json::object& event);
void event_from_core(boost::json::object& event);

}  // namespace setpoint::apiserver
