#pragma once
// Cancellation by scope, deadlines and races.
//
// A cancel_scope in a coroutine covers everything that is awaited during its lifetime. When it
// fires (its deadline passes, or cancel() is called), each suspension inside throws `cancelled`
// until control leaves the scope. with_deadline() turns a passed deadline into errc::timeout, so
// that a timeout never looks like a cancellation.
//
//     // The value, errc::timeout after 5 s, or `cancelled` because the task is being stopped.
//     auto secret = co_await with_timeout(l, 5s, "read the secret", api.get<core_v1::secret>(key));

#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"

#include <type_traits>

namespace setpoint { inline namespace v0 {

// Lives on the frame of a coroutine: declare it as a local variable. Scopes of one task nest;
// destroying them in another order than the reverse breaks the task's cancellation.
class cancel_scope {
public:
    // Enters the scope for the running task. A task's scopes are left in reverse order, since they
    // live in its frames.
    // Precondition: called from a task of `l`. A deadline that has passed already cancels immediately:
    // the first suspension inside throws. With `shield`, cancellations of outer scopes are not seen
    // inside until the scope is left; its own deadline and cancel() still apply.
    explicit cancel_scope(loop& l, time_point deadline = never, bool shield = false);
    // The outermost scope of a task that has not started; for task_scope.
    cancel_scope(loop& l, task& t);
    cancel_scope(const cancel_scope&) = delete;
    cancel_scope& operator=(const cancel_scope&) = delete;
    ~cancel_scope();

    // Does not wait: the task notices at its suspension, in a later turn. A second call has no effect.
    void cancel();  // may be called from any task of the loop
    // After a `cancelled`: false means that an outer scope was cancelled or this one timed out; rethrow the
    // former.
    bool cancel_called() const { return called_; }
    // True only for this scope's own deadline, and only once the loop has noticed it.
    bool timed_out() const { return timed_out_; }
    // Whether code inside is cancelled: by this scope or, unless it is shielded, by an outer one.
    bool active() const;
    // Whether an outer scope cancels the code inside. Always false for a shield.
    bool outer_active() const { return !shield_ && outer_ && outer_->active(); }

private:
    friend class loop;
    void expire();

    loop& loop_;
    task& task_;
    cancel_scope* outer_;
    time_point deadline_;
    bool shield_, called_ = false, timed_out_ = false;
};

namespace detail {
template <class T>
struct flat_result {
    using type = result<T>;
};
template <class T>
struct flat_result<result<T>> {
    using type = result<T>;
};
std::string timeout_text(std::string_view what, duration waited);
// A name, or a function that returns it, which is called only when needed.
template <class What>
decltype(auto) name_of(const What& what) {
    if constexpr (std::is_invocable_v<const What&>)
        return what();
    else
        return (what);
}
}  // namespace detail

// Awaits op until `due`. Returns its value (a result<T> as it is, a T as result<T>), or
// errc::timeout naming `what`: a std::string or, where creating one for every call costs too much,
// a function that returns it. Throws `cancelled` only if an outer scope was cancelled.
// If the deadline passes, `op` is cancelled and awaited until it has ended, however long its clean-up
// takes; what it has sent may have had its effect. If `op` ends with a value though it was cancelled,
// the value is returned. Other exceptions of `op` pass through.
template <class What, class T>
awaitable<typename detail::flat_result<T>::type> with_deadline(loop& l, time_point due, What what,
                                                               awaitable<T> op) {
    const time_point begin = l.now();
    cancel_scope scope(l, due);
    try {
        if constexpr (std::is_void_v<T>) {
            co_await std::move(op);
            co_return typename detail::flat_result<T>::type{};
        } else {
            co_return co_await std::move(op);
        }
    } catch (const cancelled&) {
        if (!scope.timed_out() || scope.outer_active()) throw;
    }
    co_return error(errc::timeout, detail::timeout_text(detail::name_of(what), l.now() - begin));
}

// The same for a time from the call, not from the first suspension: await it immediately.
template <class What, class T>
auto with_timeout(loop& l, duration limit, What what, awaitable<T> op) {
    return with_deadline(l, saturating_add(l.now(), limit), std::move(what), std::move(op));
}

// Awaits clean-up that must run even if the task is cancelled, for at most `limit`.
// For example to release a lease. Throws no `cancelled` for outer scopes while it runs; the next
// suspension after it does. The name `what` is used in the timeout's message.
template <class T>
awaitable<typename detail::flat_result<T>::type> shielded(loop& l, duration limit, std::string what,
                                                          awaitable<T> op) {
    cancel_scope shield(l, never, true);
    co_return co_await with_timeout(l, limit, std::move(what), std::move(op));
}

// Runs both, cancels the slower one and waits for its end. Returns the index (0 or 1) of the one that
// ended first. Exceptions are rethrown, except for the loser's `cancelled`; if both fail, the first
// failure is. Cancellation cancels both, waits for them and throws `cancelled`. Both must react to
// cancellation, and the loser must leave a consistent state. What they refer to must outlive the call.
// `name` is that of both tasks.
awaitable<int> first_of(loop& l, std::string name, awaitable<void> a, awaitable<void> b);

}}  // namespace setpoint::v0
