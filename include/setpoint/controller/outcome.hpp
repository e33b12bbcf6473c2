#pragma once
// How a reconcile ended.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <optional>

namespace setpoint { inline namespace v0 {

// The result of a reconcile: done, requeue_after, retry or terminal. An error converts to retry, and a
// result<> to done or retry: co_return r.error(), co_return co_await ctx.report(...).
class [[nodiscard("co_return the outcome: otherwise the controller never receives it")]] outcome {
public:
    enum class kind : std::uint8_t { done, requeue_after, retry, terminal };

    // Nothing more to do until something changes. Resets the key's back-off.
    static outcome done() { return outcome(kind::done, {}, {}); }
    // Done for now; reconciles again after exactly `delay`, or earlier if something changes. Resets the key's
    // back-off.
    static outcome requeue_after(duration delay) { return outcome(kind::requeue_after, delay, {}); }
    // Failed; reconciles again after the key's back-off (5 ms, doubling to 1000 s).
    static outcome retry(error why) { return outcome(kind::retry, {}, std::move(why)); }
    // Failed; does not retry until something changes.
    static outcome terminal(error why) { return outcome(kind::terminal, {}, std::move(why)); }
    outcome(error why) : outcome(kind::retry, {}, std::move(why)) {}  // NOLINT: implicit on purpose
    // Done, or retry.
    outcome(result<> r) : kind_(r ? kind::done : kind::retry), delay_{} {  // NOLINT: implicit on purpose
        if (!r) why_ = std::move(r).error();
    }

    // The metric controller_runtime_reconcile_total counts done as success, and retry and terminal as
    // error.
    kind what() const { return kind_; }
    // Zero except for requeue_after.
    duration delay() const { return delay_; }
    const error& why() const { return *why_; }  // retry and terminal only

private:
    outcome(kind k, duration d, std::optional<error> why) : kind_(k), delay_(d), why_(std::move(why)) {}
    kind kind_;
    duration delay_;
    std::optional<error> why_;
};

}}  // namespace setpoint::v0
