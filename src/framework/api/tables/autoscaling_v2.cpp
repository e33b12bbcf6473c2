// The tables of the kinds of autoscaling_v2; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::horizontal_pod_autoscaler);
