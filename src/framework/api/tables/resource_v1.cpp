// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/resource_v1/device_class.hpp"
#include "setpoint/api/resource_v1/device_taint_rule.hpp"
#include "setpoint/api/resource_v1/resource_claim.hpp"
#include "setpoint/api/resource_v1/resource_claim_template.hpp"
#include "setpoint/api/resource_v1/resource_slice.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::resource_v1::device_class);
SETPOINT_COMPILE_KIND(setpoint::resource_v1::device_taint_rule);
SETPOINT_COMPILE_KIND(setpoint::resource_v1::resource_claim);
SETPOINT_COMPILE_KIND(setpoint::resource_v1::resource_claim_template);
SETPOINT_COMPILE_KIND(setpoint::resource_v1::resource_slice);
