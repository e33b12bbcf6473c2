#pragma once
// The kinds of autoscaling/v2. What is unset is never sent.

#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler.hpp"
