#include "apiserver/controllers/slow_start.hpp"

#include "setpoint/core/task_scope.hpp"

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// More would only wait for each other.
constexpr std::size_t max_calls_at_once = 64;

awaitable<void> call_one(const numbered_call& one, std::size_t i, result<bool>& outcome) {
    outcome = co_await one(i);
}

// Calls [from, to); returns whether to continue.
awaitable<result<bool>> batch(loop& l, std::size_t from, std::size_t to, const numbered_call& one) {
    if (to - from == 1) co_return co_await one(from);
    std::vector<result<bool>> outcomes(to - from, result<bool>(false));
    task_scope calls(l, "batch");
    for (std::size_t i = from; i < to; ++i) calls.spawn("batch", call_one(one, i, outcomes[i - from]));
    co_await calls.join();
    for (result<bool>& o : outcomes)
        if (!o) co_return o.error();
    co_return std::all_of(outcomes.begin(), outcomes.end(), [](const result<bool>& o) { return *o; });
}

awaitable<result<>> in_batches(loop& l, std::size_t count, std::size_t size, const numbered_call& one) {
    for (std::size_t from = 0; from < count; size = std::min(size * 2, max_calls_at_once)) {
        const std::size_t to = std::min(from + size, count);
        auto done = co_await batch(l, from, to, one);
        if (!done) co_return done.error();
        if (!*done) break;
        from = to;
    }
    co_return result<>();
}

}  // namespace

awaitable<result<>> slow_start(loop& l, std::size_t count, numbered_call one) {
    co_return co_await in_batches(l, count, 1, one);
}

awaitable<result<>> side_by_side(loop& l, std::size_t count, numbered_call one) {
    co_return co_await in_batches(l, count, max_calls_at_once, one);
}

}}}  // namespace setpoint::v0::apiserver
