// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authorization_v1/local_subject_access_review.hpp"
#include "setpoint/api/authorization_v1/self_subject_access_review.hpp"
#include "setpoint/api/authorization_v1/self_subject_rules_review.hpp"
#include "setpoint/api/authorization_v1/subject_access_review.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::authorization_v1::local_subject_access_review);
SETPOINT_COMPILE_KIND(setpoint::authorization_v1::self_subject_access_review);
SETPOINT_COMPILE_KIND(setpoint::authorization_v1::self_subject_rules_review);
SETPOINT_COMPILE_KIND(setpoint::authorization_v1::subject_access_review);
