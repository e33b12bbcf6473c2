#pragma once
// All that the source of an operator needs: describing a kind, reconciling it, and main(). Kinds of
// Kubernetes beyond the core and apps groups are in <setpoint/api/...>.

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/child_name.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/image_reference.hpp"
#include "setpoint/client/refusal.hpp"
#include "setpoint/controller/rollout.hpp"
#include "setpoint/controller/workload_state.hpp"
#include "setpoint/manager/program.hpp"
