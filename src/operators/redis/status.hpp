#pragma once
// What the status of a Redis says: a pure function of what was observed.

#include "operators/redis/plan.hpp"

namespace redis {

// Conditions keep their transition times when they have not changed. `trouble`: why something could not be
// done.
redis_status desired_status(const redis& self, const pods& seen, const std::optional<problem>& trouble,
                            setpoint::wall_time now);

}  // namespace redis
