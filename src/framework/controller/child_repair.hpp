#pragma once
// Repairs of a child that need more than an apply: removing entries of others, replacing an entry whose key
// was changed, and replacing an object with immutable fields.

#include "framework/controller/child_write.hpp"

namespace setpoint { inline namespace v0 {

// Removes entries of others, which an apply leaves, from exclusive lists. Returns the resulting object.
awaitable<result<object_ptr>> remove_surplus(const child_write& j, object_ptr applied);

// Handles an apply that was refused as invalid, which also happens if the object has another controller or if
// a live entry conflicts with a desired one. Errors: `refused` if the object cannot be repaired.
awaitable<result<detail::ensured_child>> after_invalid(const child_write& j, error refused);

}}  // namespace setpoint::v0
