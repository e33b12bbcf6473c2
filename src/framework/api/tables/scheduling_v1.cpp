// The tables of the kinds of scheduling_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/scheduling_v1.hpp"

#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::priority_class);
