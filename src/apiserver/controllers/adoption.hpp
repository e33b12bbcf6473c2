#pragma once
// Whether a controller may adopt orphans.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint::apiserver {

// Reads from the API: the cache may not know yet that the owner is being deleted. Its dependents
// were just orphaned; adopting them again would delete them with it.
awaitable<result<bool>> may_adopt(client& live, const kind_info& kind, const object_meta& owner);

}  // namespace setpoint::apiserver
