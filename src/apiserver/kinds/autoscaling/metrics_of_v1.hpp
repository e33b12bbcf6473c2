#pragma once
// Metrics and scaling rules as autoscaling/v1 writes them into annotations
// (pkg/apis/autoscaling/v1/conversion.go).

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// spec.metrics or status.currentMetrics
enum class metric_list : bool { wanted, current };

// Convert such a list. Metrics that already have the form of version 2 stay.
void metrics_from_v1(boost::json::array& metrics, metric_list list);
void metrics_to_v1(boost::json::array& metrics, metric_list list);

// spec.behavior. The annotation contains Kubernetes' internal type, which has no JSON names. Nothing if the
// value has another type, or no rules.
std::optional<boost::json::object> behavior_from_v1(const boost::json::value& behavior);
boost::json::object behavior_to_v1(const boost::json::object& behavior);

}}}  // namespace setpoint::v0::apiserver
