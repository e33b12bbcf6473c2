#pragma once
// The kinds of admissionregistration.k8s.io/v1. What is unset is never sent.

#include "setpoint/api/admissionregistration_v1/validating_policy.hpp"
#include "setpoint/api/admissionregistration_v1/webhook.hpp"
