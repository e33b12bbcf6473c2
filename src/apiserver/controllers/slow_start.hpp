#pragma once
// Many writes side by side, carefully: when the API refuses one, few have been tried.

#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"

#include <functional>

namespace setpoint::apiserver {

// One of many: its number. False: nothing was done, and no more should be tried, but it is no failure.
using numbered_call = std::function<awaitable<result<bool>>(std::size_t)>;

// Calls `one` for 0 to count-1, in batches of 1, 2, 4 and so on, those of a batch side by side. After a batch
// with a failure there is no further one. Returns the first failure, in order.
awaitable<result<>> slow_start(loop& l, std::size_t count, numbered_call one);
// The same, all at once.
awaitable<result<>> side_by_side(loop& l, std::size_t count, numbered_call one);

}  // namespace setpoint::apiserver
