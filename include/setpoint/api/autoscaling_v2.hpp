#pragma once
// All kinds of autoscaling/v2.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler.hpp"
