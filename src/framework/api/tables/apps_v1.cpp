// The tables of the kinds of apps_v1; see setpoint/json/detail/compiled_table.hpp.

#include "setpoint/api/apps_v1/controller_revision.hpp"
#include "setpoint/api/apps_v1/daemon_set.hpp"
#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/api/apps_v1/replica_set.hpp"
#include "setpoint/api/apps_v1/stateful_set.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::controller_revision);
SETPOINT_COMPILE_KIND(setpoint::daemon_set);
SETPOINT_COMPILE_KIND(setpoint::deployment);
SETPOINT_COMPILE_KIND(setpoint::replica_set);
SETPOINT_COMPILE_KIND(setpoint::stateful_set);
