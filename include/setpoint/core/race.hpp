#pragma once
// Cancellation by scope, deadlines and races.
//
// A cancel_scope in a coroutine covers everything that is awaited during its lifetime. When it
// fires (its deadline passes, or cancel() is called), each suspension inside throws `cancelled`
// until control leaves the scope. with_deadline() turns a passed deadline into errc::timeout, so
// that a timeout never looks like a cancellation.

#include "setpoint/core/error.hpp"
#include "setpoint/core/loop.hpp"

#include <type_traits>

namespace setpoint::inline v0 {

class cancel_scope {
public:
    // Enters the scope for the running task. A task's scopes are left in reverse order, since they
    // live in its frames.
    explicit cancel_scope(loop& l, time_point deadline = never, bool shield = false);
    // The outermost scope of a task that has not started; for task_scope.
    cancel_scope(loop& l, task& t);
    cancel_scope(const cancel_scope&) = delete;
    cancel_scope& operator=(const cancel_scope&) = delete;
    ~cancel_scope();

    void cancel();  // may be called from any task of the loop
    bool cancel_called() const { return called_; }
    bool timed_out() const { return timed_out_; }
    // Whether code inside is cancelled: by this scope or, unless it is shielded, by an outer one.
    bool active() const;
    // Whether code around this scope is cancelled.
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

template <class What, class T>
auto with_timeout(loop& l, duration limit, What what, awaitable<T> op) {
    return with_deadline(l, saturating_add(l.now(), limit), std::move(what), std::move(op));
}

// Awaits clean-up that must run even if the task is cancelled, for at most `limit`.
template <class T>
awaitable<typename detail::flat_result<T>::type> shielded(loop& l, duration limit, std::string what,
                                                          awaitable<T> op) {
    cancel_scope shield(l, never, true);
    co_return co_await with_timeout(l, limit, std::move(what), std::move(op));
}

// Runs both, cancels the slower one and waits for its end. Returns the index (0 or 1) of the one
// that ended first. Exceptions are rethrown, except for the loser's `cancelled`; if both fail, the
// first failure is.
awaitable<int> first_of(loop& l, std::string name, awaitable<void> a, awaitable<void> b);

}  // namespace setpoint::inline v0
