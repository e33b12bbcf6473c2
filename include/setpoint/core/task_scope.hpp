#pragma once
// The only place that starts coroutines: every task belongs to a scope that is stopped and joined.

#include "setpoint/core/loop.hpp"
#include "setpoint/core/race.hpp"

#include <functional>
#include <list>
#include <optional>

namespace setpoint { inline namespace v0 {

// Owns the tasks spawned into it. Cannot be copied or moved. Declare members that tasks use before
// the scope. It must be empty when destroyed: call request_stop(), then `co_await join()`. A
// destructor that finds a task aborts the process and names the task.
class task_scope {
public:
    // Called when a task ends with an exception. Default: record the first exception, stop the other tasks,
    // rethrow it from join().
    using failure_handler = std::function<void(std::string_view task, std::exception_ptr)>;

    // `name` appears in messages only. The handler must not throw and must not destroy the scope; it
    // may call request_stop(). With a handler, join() rethrows nothing.
    task_scope(loop& l, std::string name, failure_handler on_failure = {});
    task_scope(const task_scope&) = delete;
    task_scope& operator=(const task_scope&) = delete;
    ~task_scope();

    // Starts `body`, which must be a call of a coroutine whose parameters are values (or outlive
    // this scope). It first runs from the loop, never inside this call. After request_stop()
    // nothing is started and body is destroyed.
    // `name` is that of the task in logs, traces and debug output; several tasks may share it. A task
    // that ends with `cancelled` though nobody stopped it counts as failed.
    //     scope.spawn("renew", renew(lease_settings));  // its parameters live in its frame
    //     // Wrong: the captures die with the lambda, at the end of this statement.
    //     scope.spawn("renew", [&]() -> awaitable<void> { ... }());
    void spawn(std::string name, awaitable<void> body);
    // Cancels every task; does not wait for their end.
    // Final: the scope accepts no task afterwards. A second call cancels again, which changes nothing.
    void request_stop();
    bool stop_requested() const { return stopping_; }
    // Waits until no task is left, then rethrows the first failure, if any. Cancellation: cancels
    // the tasks, still waits for all of them, and then throws `cancelled`.
    awaitable<void> join();
    std::size_t size() const { return entries_.size(); }
    // Returns the names of the tasks that have not ended.
    std::vector<std::string> names() const;
    loop& event_loop() { return loop_; }

private:
    // In a list, so that tasks and their outermost scopes never move.
    struct entry {
        entry(loop& l, interned_string name) : t{std::move(name), nullptr, 0}, root(l, t) {}
        task t;
        cancel_scope root;
    };
    awaitable<void> run(entry& e, awaitable<void> body);
    void finished(std::list<entry>::iterator at, std::exception_ptr error);

    loop& loop_;
    std::string name_;
    failure_handler on_failure_;
    std::list<entry> entries_;
    std::vector<waiter_id> joiners_;
    std::exception_ptr first_failure_;
    bool stopping_ = false;
    bool stop_loop_when_empty_ = false;
    friend void run_to_end(loop& l, std::string name, awaitable<void> body);
};

// For main(): runs the loop until `body` has ended and rethrows its exception. Throws
// std::logic_error if a virtual run has nothing left to do while body still waits.
// Returns when the task and everything that it awaited has ended; tasks of other scopes may still be
// suspended then. The loop is stopped and may run again.
void run_to_end(loop& l, std::string name, awaitable<void> body);

namespace detail {
void run_now(awaitable<void> body);
template <class T>
awaitable<void> assign(std::optional<T>& to, awaitable<T> body) {
    to.emplace(co_await std::move(body));
}
}  // namespace detail

// Returns the result of `body`, or rethrows its exception, without a loop: for coroutines that suspend only
// in cases that the caller excludes. Throws std::logic_error if it suspends.
// Runs on an io_context of its own, so that functions of a loop cannot be used inside.
template <class T>
T run_now(awaitable<T> body) {
    std::optional<T> out;
    detail::run_now(detail::assign(out, std::move(body)));
    return std::move(*out);
}

}}  // namespace setpoint::v0
