// The tables of the kinds of discovery_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/discovery_v1.hpp"

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::endpoint_slice);
