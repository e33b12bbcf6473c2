#pragma once
// What the status of a Redis says: a pure function of what was observed.

#include "operators/redis/plan.hpp"

namespace redis {

// `why`: why something could not be done.
redis_status desired_status(const redis& self, const pods& seen, const std::optional<setpoint::problem>& why,
                            setpoint::wall_time now);

}  // namespace redis
