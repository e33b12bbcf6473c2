#pragma once
// Moves the ownership of fields from this manager's Updates to its Apply, so that an apply can remove them.

#include "framework/controller/child_write.hpp"

namespace setpoint { inline namespace v0 {

// Hands over the fields that this manager wrote to `now`, a full object, by Update (a merge
// patch). Other clients may write the object at the same time. Errors: conflict if the object no longer
// exists, or after repeated conflicts with other writers.
awaitable<result<>> hand_over(const child_write& j, object_ptr now);

}}  // namespace setpoint::v0
