#pragma once
// The kinds of the core group, version v1, that operators use most. The others are in headers of core_v1/.
//
// In all built-in kinds what is unset is never sent: texts and lists are unset when empty, numbers and flags
// are optional. A field that is missing here is skipped when it is read and left alone when the rest is
// applied.

#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/api/core_v1/service.hpp"
