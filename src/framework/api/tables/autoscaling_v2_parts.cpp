// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/autoscaling_v2/cross_version_object_reference.hpp"
#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler_spec.hpp"
#include "setpoint/api/autoscaling_v2/metric_identifier.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::autoscaling_v2::cross_version_object_reference);
SETPOINT_COMPILE_TABLE(setpoint::autoscaling_v2::horizontal_pod_autoscaler_spec);
SETPOINT_COMPILE_TABLE(setpoint::autoscaling_v2::metric_identifier);
