// The tables of the kinds of core_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/limit_range.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/core_v1/persistent_volume.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim.hpp"
#include "setpoint/api/core_v1/resource_quota.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/api/core_v1/service.hpp"
#include "setpoint/api/core_v1/service_account.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::config_map);
SETPOINT_COMPILE_KIND(setpoint::limit_range);
SETPOINT_COMPILE_KIND(setpoint::core_namespace);
SETPOINT_COMPILE_KIND(setpoint::node);
SETPOINT_COMPILE_KIND(setpoint::persistent_volume);
SETPOINT_COMPILE_KIND(setpoint::persistent_volume_claim);
SETPOINT_COMPILE_KIND(setpoint::resource_quota);
SETPOINT_COMPILE_KIND(setpoint::core_secret);
SETPOINT_COMPILE_KIND(setpoint::service);
SETPOINT_COMPILE_KIND(setpoint::service_account);
