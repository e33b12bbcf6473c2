#pragma once
// All kinds of admissionregistration.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/admissionregistration_v1/mutating_admission_policy.hpp"
#include "setpoint/api/admissionregistration_v1/mutating_admission_policy_binding.hpp"
#include "setpoint/api/admissionregistration_v1/mutating_webhook_configuration.hpp"
#include "setpoint/api/admissionregistration_v1/validating_admission_policy.hpp"
#include "setpoint/api/admissionregistration_v1/validating_admission_policy_binding.hpp"
#include "setpoint/api/admissionregistration_v1/validating_webhook_configuration.hpp"
