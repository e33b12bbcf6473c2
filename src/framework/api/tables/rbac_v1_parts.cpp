// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/rbac_v1/policy_rule.hpp"
#include "setpoint/api/rbac_v1/role_ref.hpp"
#include "setpoint/api/rbac_v1/subject.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::rbac_v1::policy_rule);
SETPOINT_COMPILE_TABLE(setpoint::rbac_v1::role_ref);
SETPOINT_COMPILE_TABLE(setpoint::rbac_v1::subject);
