#pragma once
// HorizontalPodAutoscaler: stored as autoscaling/v2, served as v1 too.

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

// What v1 has no field for goes into annotations, so that nothing is lost on the way back.
void autoscaler_from_storage(boost::json::object& o);
void autoscaler_to_storage(boost::json::object& o);

}  // namespace setpoint::apiserver
