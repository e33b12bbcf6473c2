// The tables of the kinds of admissionregistration_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/admissionregistration_v1/validating_policy.hpp"
#include "setpoint/api/admissionregistration_v1/webhook.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::validating_admission_policy);
SETPOINT_COMPILE_KIND(setpoint::validating_admission_policy_binding);
SETPOINT_COMPILE_KIND(setpoint::validating_webhook_configuration);
SETPOINT_COMPILE_KIND(setpoint::mutating_webhook_configuration);
