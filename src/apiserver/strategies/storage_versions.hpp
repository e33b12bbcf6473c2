#pragma once
// Kinds that are stored in one version and served in others: HorizontalPodAutoscaler (stored as
// autoscaling/v2, also served as v1) and Event (one storage, two groups).

#include <boost/json/object.hpp>

namespace setpoint::inline v0::apiserver {

// Fields that v1 lacks are kept in annotations, so that a round trip loses nothing.
void autoscaler_from_storage(boost::json::object& o);
void autoscaler_to_storage(boost::json::object& o);

// Convert between events.k8s.io/v1 and core/v1, including apiVersion.
void event_to_core(boost::json::object& event);
void event_from_core(boost::json::object& event);

}  // namespace setpoint::inline v0::apiserver
