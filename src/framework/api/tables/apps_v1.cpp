// The tables of these types; see setpoint/json/detail/compiled_table.hpp.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/apps_v1/controller_revision.hpp"
#include "setpoint/api/apps_v1/daemon_set.hpp"
#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/api/apps_v1/replica_set.hpp"
#include "setpoint/api/apps_v1/stateful_set.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/json/detail/type_table.hpp"

SETPOINT_COMPILE_KIND(setpoint::apps_v1::controller_revision);
SETPOINT_COMPILE_KIND(setpoint::apps_v1::daemon_set);
SETPOINT_COMPILE_KIND(setpoint::apps_v1::deployment);
SETPOINT_COMPILE_KIND(setpoint::apps_v1::replica_set);
SETPOINT_COMPILE_KIND(setpoint::apps_v1::stateful_set);
