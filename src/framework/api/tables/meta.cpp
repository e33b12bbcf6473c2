// The tables of types that kinds share; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/meta.hpp"

#include "setpoint/api/condition.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::condition);
SETPOINT_COMPILE_TABLE(setpoint::object_meta);
SETPOINT_COMPILE_TABLE(setpoint::label_selector);
