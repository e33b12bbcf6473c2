#pragma once
// Implements loop::blocking. Do not include directly.

#include "setpoint/core/loop.hpp"

#include <exception>
#include <type_traits>

namespace setpoint { inline namespace v0 {

// The value, the exception and the job share one allocation, which the worker thread and the waiting
// task hold together: a cancelled task may be gone when the job ends. The worker writes it before it
// posts `done`, and the task reads it afterwards, so that no lock is needed.
template <class F>
auto loop::blocking(std::string what, F job) -> awaitable<std::invoke_result_t<F>> {
    using result_type = std::invoke_result_t<F>;
    constexpr bool returns_nothing = std::is_void_v<result_type>;
    struct state {
        explicit state(F f) : job(std::move(f)) {}
        F job;
        std::optional<std::conditional_t<returns_nothing, bool, result_type>> value;
        std::exception_ptr error;
    };
    auto shared = std::make_shared<state>(std::move(job));
    const waiter_id id = reserve();
    std::function<void()> work = [shared] {
        try {
            if constexpr (returns_nothing) {
                shared->job();
                shared->value.emplace(true);
            } else {
                shared->value.emplace(shared->job());
            }
        } catch (...) {
            shared->error = std::current_exception();
        }
    };
    std::function<void()> done = [this, id, shared] { ready(id); };
    struct withdrawal {
        loop& l;
        std::uint64_t number;
        ~withdrawal() { l.withdraw_blocking(number); }
    };
    // Nobody waits for the result of a job after a cancellation: it must not run ahead of other jobs.
    const withdrawal when_cancelled{*this, run_blocking(std::move(what), std::move(work), std::move(done))};
    co_await wait(id);
    if (shared->error) std::rethrow_exception(shared->error);
    if constexpr (!returns_nothing) co_return std::move(*shared->value);
}

}}  // namespace setpoint::v0
