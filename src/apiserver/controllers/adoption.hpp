#pragma once
// Whether somebody may take orphans in.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint::apiserver {

// Asks the API, since the cache may not have heard yet that the owner is being deleted: its dependents have
// just been let go, and would be taken in again and deleted with it.
awaitable<result<bool>> may_adopt(client& live, const kind_info& kind, const object_meta& owner);

}  // namespace setpoint::apiserver
