#pragma once
// All kinds of policy/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/policy_v1/eviction.hpp"
#include "setpoint/api/policy_v1/pod_disruption_budget.hpp"
