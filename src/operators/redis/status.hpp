#pragma once
// The status of a Redis, as a pure function of the observed state.

#include "operators/redis/plan.hpp"

namespace redis {

// `why`: the problem that prevented a step, if any.
redis_status desired_status(const redis& self, const pods& seen, const std::optional<setpoint::problem>& why,
                            setpoint::wall_time now);

}  // namespace redis
