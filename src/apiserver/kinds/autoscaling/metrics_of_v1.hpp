#pragma once
// Metrics as autoscaling/v1 writes them into an annotation (pkg/apis/autoscaling/v1/conversion.go).

#include <boost/json/value.hpp>

namespace setpoint::inline v0::apiserver {

// Convert a list of spec.metrics. Metrics that already have the form of version 2 stay.
void metrics_from_v1(boost::json::value& metrics);
void metrics_to_v1(boost::json::value& metrics);

}  // namespace setpoint::inline v0::apiserver
