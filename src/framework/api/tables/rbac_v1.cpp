// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/rbac_v1/cluster_role.hpp"
#include "setpoint/api/rbac_v1/cluster_role_binding.hpp"
#include "setpoint/api/rbac_v1/role.hpp"
#include "setpoint/api/rbac_v1/role_binding.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::rbac_v1::cluster_role);
SETPOINT_COMPILE_KIND(setpoint::rbac_v1::cluster_role_binding);
SETPOINT_COMPILE_KIND(setpoint::rbac_v1::role);
SETPOINT_COMPILE_KIND(setpoint::rbac_v1::role_binding);
