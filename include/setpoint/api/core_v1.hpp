#pragma once
// The kinds of the core group, version v1, that operators use most. The headers in core_v1/ contain
// the others.
//
// Built-in kinds never send unset fields: strings and lists are unset if empty, numbers and flags
// are optional. Fields that are not described here are skipped when an object is read, and left
// alone when it is applied.

#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/api/core_v1/service.hpp"
