#pragma once
// The kinds of autoscaling/v2. Unset fields are never sent.

#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler.hpp"
