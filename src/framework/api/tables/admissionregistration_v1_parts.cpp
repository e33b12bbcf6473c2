// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/admissionregistration_v1/match_condition.hpp"
#include "setpoint/api/admissionregistration_v1/match_resources.hpp"
#include "setpoint/api/admissionregistration_v1/param_kind.hpp"
#include "setpoint/api/admissionregistration_v1/param_ref.hpp"
#include "setpoint/api/admissionregistration_v1/rule_with_operations.hpp"
#include "setpoint/api/admissionregistration_v1/variable.hpp"
#include "setpoint/api/admissionregistration_v1/webhook_client_config.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_TABLE(setpoint::admissionregistration_v1::match_condition);
SETPOINT_COMPILE_TABLE(setpoint::admissionregistration_v1::match_resources);
SETPOINT_COMPILE_TABLE(setpoint::admissionregistration_v1::param_kind);
SETPOINT_COMPILE_TABLE(setpoint::admissionregistration_v1::param_ref);
SETPOINT_COMPILE_TABLE(setpoint::admissionregistration_v1::rule_with_operations);
SETPOINT_COMPILE_TABLE(setpoint::admissionregistration_v1::variable);
SETPOINT_COMPILE_TABLE(setpoint::admissionregistration_v1::webhook_client_config);
