#pragma once
// All that the source of an operator needs: describing a kind, reconciling it, and main(). Kinds of
// Kubernetes beyond those of apps/v1 and the most used of v1 are in <setpoint/api/...>.

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/child_name.hpp"
#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/image_reference.hpp"
#include "setpoint/client/refusal.hpp"
#include "setpoint/controller/rollout.hpp"
#include "setpoint/controller/workload_state.hpp"
#include "setpoint/manager/program.hpp"
