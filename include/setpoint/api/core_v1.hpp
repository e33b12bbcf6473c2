#pragma once
// All kinds of v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/binding.hpp"
#include "setpoint/api/core_v1/component_status.hpp"
#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/endpoints.hpp"
#include "setpoint/api/core_v1/event.hpp"
#include "setpoint/api/core_v1/limit_range.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/core_v1/persistent_volume.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/api/core_v1/pod_template.hpp"
#include "setpoint/api/core_v1/replication_controller.hpp"
#include "setpoint/api/core_v1/resource_quota.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/api/core_v1/service_account.hpp"
