#pragma once
// The only place that starts coroutines: every task belongs to a scope that is stopped and joined.

#include "setpoint/core/loop.hpp"
#include "setpoint/core/race.hpp"

#include <functional>
#include <list>

namespace setpoint {

// Owns the tasks spawned into it. Neither copied nor moved. Members that tasks use are declared before the
// scope. Must be empty when destroyed: request_stop(), then `co_await join()`; a destructor that finds a task
// aborts the process and names it.
class task_scope {
public:
    // What to do when a task ends by an exception; default: record the first, stop the others, rethrow it
    // from join().
    using failure_handler = std::function<void(std::string_view task, std::exception_ptr)>;

    task_scope(loop& l, std::string name, failure_handler on_failure = {});
    task_scope(const task_scope&) = delete;
    task_scope& operator=(const task_scope&) = delete;
    ~task_scope();

    // Starts `body`, which must be a call of a coroutine whose parameters are values (or outlive this scope);
    // it first runs from the loop, never inside this call. Ignored, with body destroyed, after
    // request_stop().
    void spawn(std::string name, awaitable<void> body);
    // Cancels every task. They end in their own time.
    void request_stop();
    bool stop_requested() const { return stopping_; }
    // Waits until no task is left, then rethrows the first failure, if any. A cancelled caller cancels the
    // tasks, waits for them all the same, and then throws `cancelled`.
    awaitable<void> join();
    std::size_t size() const { return entries_.size(); }
    // Names of the tasks that have not ended.
    std::vector<std::string> names() const;
    loop& event_loop() { return loop_; }

private:
    struct entry {
        entry(loop& l, text name) : t{std::move(name), nullptr, 0}, root(l, t) {}
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

// For main(): runs the loop until `body` has ended; rethrows what it threw. Throws std::logic_error when a
// virtual run has nothing left to do and body still waits.
void run_to_end(loop& l, std::string name, awaitable<void> body);

}  // namespace setpoint
