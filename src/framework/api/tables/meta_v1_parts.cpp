// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/meta_v1/delete_options.hpp"
#include "setpoint/api/meta_v1/field_selector_requirement.hpp"
#include "setpoint/api/meta_v1/group_resource.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::meta_v1::delete_options);
SETPOINT_COMPILE_TABLE(setpoint::meta_v1::field_selector_requirement);
SETPOINT_COMPILE_TABLE(setpoint::meta_v1::group_resource);
