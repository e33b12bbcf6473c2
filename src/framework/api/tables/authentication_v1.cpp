// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authentication_v1/self_subject_review.hpp"
#include "setpoint/api/authentication_v1/token_request.hpp"
#include "setpoint/api/authentication_v1/token_review.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::authentication_v1::self_subject_review);
SETPOINT_COMPILE_KIND(setpoint::authentication_v1::token_request);
SETPOINT_COMPILE_KIND(setpoint::authentication_v1::token_review);
