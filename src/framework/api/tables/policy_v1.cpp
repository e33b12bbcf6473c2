// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/policy_v1/eviction.hpp"
#include "setpoint/api/policy_v1/pod_disruption_budget.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::policy_v1::eviction);
SETPOINT_COMPILE_KIND(setpoint::policy_v1::pod_disruption_budget);
