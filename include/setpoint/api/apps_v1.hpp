#pragma once
// The kinds of apps/v1. Unset fields are never sent.

#include "setpoint/api/apps_v1/controller_revision.hpp"
#include "setpoint/api/apps_v1/daemon_set.hpp"
#include "setpoint/api/apps_v1/deployment.hpp"
#include "setpoint/api/apps_v1/replica_set.hpp"
#include "setpoint/api/apps_v1/stateful_set.hpp"
