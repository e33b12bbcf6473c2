#pragma once
// HorizontalPodAutoscalers of autoscaling/v1 are stored as those of autoscaling/v2.

#include "apiserver/resources/kind_code.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Fields that v1 lacks are kept in annotations, so that a round trip loses nothing.
void autoscaler_from_storage(bj::object& o);
void autoscaler_to_storage(bj::object& o);
// The object in the form of autoscaling/v2.
bj::object as_version_2(const bj::object& o);

extern const cell_row autoscaler_cells[5];

}}}  // namespace setpoint::v0::apiserver
