// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/flowcontrol_v1/flow_schema.hpp"
#include "setpoint/api/flowcontrol_v1/priority_level_configuration.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::flowcontrol_v1::flow_schema);
SETPOINT_COMPILE_KIND(setpoint::flowcontrol_v1::priority_level_configuration);
