// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authentication_v1/user_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::authentication_v1::user_info);
