// The tables of the kinds of rbac_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/rbac_v1.hpp"

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::rbac_role);
SETPOINT_COMPILE_KIND(setpoint::rbac_cluster_role);
SETPOINT_COMPILE_KIND(setpoint::role_binding);
SETPOINT_COMPILE_KIND(setpoint::cluster_role_binding);
