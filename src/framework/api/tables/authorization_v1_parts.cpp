// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/authorization_v1/non_resource_attributes.hpp"
#include "setpoint/api/authorization_v1/resource_attributes.hpp"
#include "setpoint/api/authorization_v1/subject_access_review_spec.hpp"
#include "setpoint/api/authorization_v1/subject_access_review_status.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::authorization_v1::non_resource_attributes);
SETPOINT_COMPILE_TABLE(setpoint::authorization_v1::resource_attributes);
SETPOINT_COMPILE_TABLE(setpoint::authorization_v1::subject_access_review_spec);
SETPOINT_COMPILE_TABLE(setpoint::authorization_v1::subject_access_review_status);
