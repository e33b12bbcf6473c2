#pragma once
// What an apply alone cannot do to a child: remove entries of others, replace an entry whose key was changed,
// and replace an object whose fields are immutable.

#include "framework/controller/child_write.hpp"

namespace setpoint {

// Removes what an apply leaves of others in lists that are ours as a whole. Returns the object as it is then.
awaitable<result<object_ptr>> remove_surplus(const child_write& j, object_ptr applied);

// After an apply that was refused as invalid. The server also calls a second controller invalid, which is no
// fault of what is desired; otherwise what is live may be in the way of it. Errors: `refused` if it stays so.
awaitable<result<detail::ensured_child>> after_invalid(const child_write& j, error refused);

}  // namespace setpoint
