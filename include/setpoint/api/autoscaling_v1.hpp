#pragma once
// All kinds of autoscaling/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/autoscaling_v1/horizontal_pod_autoscaler.hpp"
#include "setpoint/api/autoscaling_v1/scale.hpp"
