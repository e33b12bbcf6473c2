#pragma once
// Hands fields over from this manager's Updates to its Apply, so that an apply can remove them.

#include "framework/controller/child_write.hpp"

namespace setpoint {

// Hands over what this manager wrote to `now`, a whole object, by Update: a creation, a merge patch. Others
// may write the object at the same time. Errors: conflict when it is gone, or others write too often.
awaitable<result<>> hand_over(const child_write& j, object_ptr now);

}  // namespace setpoint
