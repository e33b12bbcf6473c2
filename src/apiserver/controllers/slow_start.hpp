#pragma once
// Batches of API calls with slow start: if the API rejects one, few have been sent.

#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Receives its number. False: nothing was done and no further call should be made, but it is not an
// error.
using numbered_call = std::function<awaitable<result<bool>>(std::size_t)>;

// Calls `one` for 0 to count-1 in batches of 1, 2, 4 and so on; the calls of a batch run in
// parallel. Stops after a batch with an error. Returns the first error, in order.
awaitable<result<>> slow_start(loop& l, std::size_t count, numbered_call one);
// The same in one batch.
awaitable<result<>> side_by_side(loop& l, std::size_t count, numbered_call one);

}}}  // namespace setpoint::v0::apiserver
