// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/admissionregistration_v1/mutating_admission_policy.hpp"
#include "setpoint/api/admissionregistration_v1/mutating_admission_policy_binding.hpp"
#include "setpoint/api/admissionregistration_v1/mutating_webhook_configuration.hpp"
#include "setpoint/api/admissionregistration_v1/validating_admission_policy.hpp"
#include "setpoint/api/admissionregistration_v1/validating_admission_policy_binding.hpp"
#include "setpoint/api/admissionregistration_v1/validating_webhook_configuration.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::admissionregistration_v1::mutating_admission_policy);
SETPOINT_COMPILE_KIND(setpoint::admissionregistration_v1::mutating_admission_policy_binding);
SETPOINT_COMPILE_KIND(setpoint::admissionregistration_v1::mutating_webhook_configuration);
SETPOINT_COMPILE_KIND(setpoint::admissionregistration_v1::validating_admission_policy);
SETPOINT_COMPILE_KIND(setpoint::admissionregistration_v1::validating_admission_policy_binding);
SETPOINT_COMPILE_KIND(setpoint::admissionregistration_v1::validating_webhook_configuration);
