// The tables of the kinds of authorization_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/authorization_v1.hpp"

#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::subject_access_review);
