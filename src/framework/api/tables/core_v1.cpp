// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
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
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::core_v1::binding);
SETPOINT_COMPILE_KIND(setpoint::core_v1::component_status);
SETPOINT_COMPILE_KIND(setpoint::core_v1::config_map);
SETPOINT_COMPILE_KIND(setpoint::core_v1::endpoints);
SETPOINT_COMPILE_KIND(setpoint::core_v1::event);
SETPOINT_COMPILE_KIND(setpoint::core_v1::limit_range);
SETPOINT_COMPILE_KIND(setpoint::core_v1::namespace_);
SETPOINT_COMPILE_KIND(setpoint::core_v1::node);
SETPOINT_COMPILE_KIND(setpoint::core_v1::persistent_volume);
SETPOINT_COMPILE_KIND(setpoint::core_v1::persistent_volume_claim);
SETPOINT_COMPILE_KIND(setpoint::core_v1::pod);
SETPOINT_COMPILE_KIND(setpoint::core_v1::pod_template);
SETPOINT_COMPILE_KIND(setpoint::core_v1::replication_controller);
SETPOINT_COMPILE_KIND(setpoint::core_v1::resource_quota);
SETPOINT_COMPILE_KIND(setpoint::core_v1::secret);
SETPOINT_COMPILE_KIND(setpoint::core_v1::service);
SETPOINT_COMPILE_KIND(setpoint::core_v1::service_account);
