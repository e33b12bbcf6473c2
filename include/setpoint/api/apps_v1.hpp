#pragma once
// All kinds of apps/v1.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/apps_v1/controller_revision.hpp"
#include "setpoint/api/apps_v1/daemon_set.hpp"
#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/api/apps_v1/replica_set.hpp"
#include "setpoint/api/apps_v1/stateful_set.hpp"
