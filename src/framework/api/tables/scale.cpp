// The tables of the kinds of scale; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/scale.hpp"

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::scale);
