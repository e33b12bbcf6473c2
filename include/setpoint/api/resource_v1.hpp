#pragma once
// All kinds of resource.k8s.io/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/resource_v1/device_class.hpp"
#include "setpoint/api/resource_v1/device_taint_rule.hpp"
#include "setpoint/api/resource_v1/resource_claim.hpp"
#include "setpoint/api/resource_v1/resource_claim_template.hpp"
#include "setpoint/api/resource_v1/resource_slice.hpp"
