#pragma once
// The kinds of admissionregistration.k8s.io/v1. Unset fields are never sent.

#include "setpoint/api/admissionregistration_v1/validating_policy.hpp"
#include "setpoint/api/admissionregistration_v1/webhook.hpp"
