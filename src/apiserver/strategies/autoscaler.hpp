#pragma once
// HorizontalPodAutoscaler: stored as autoscaling/v2, also served as v1.

#include <boost/json/object.hpp>

namespace setpoint::apiserver::kinds {

// Fields that v1 lacks are kept in annotations, so that a round trip loses nothing.
void autoscaler_from_storage(boost::json::object& o);
void autoscaler_to_storage(boost::json::object& o);

}  // namespace setpoint::apiserver::kinds
