#pragma once
// Waiting for another task: a latch (a flag), a notifier (a wake-up) and a mailbox (a queue).
//
// All belong to one loop and must not be used from other threads. They must outlive the tasks that use
// them: declare them before the task_scope.

#include "setpoint/core/loop.hpp"

#include <deque>

namespace setpoint { inline namespace v0 {

// notify() wakes all waiters and is not remembered: waiters re-check their condition in a loop.
// Destroying it wakes its waiters, who must not use it afterwards.
//     while (!condition()) co_await changed.wait();
class notifier {
public:
    explicit notifier(loop& l) : loop_(l) {}
    notifier(const notifier&) = delete;
    notifier& operator=(const notifier&) = delete;
    ~notifier() { notify(); }

    // The waiters run in later turns, in the order in which they began to wait, unless a virtual
    // clock's seed picks another. O(waiters).
    void notify();
    // Returns false if `due` passes first. Throws `cancelled`.
    // True means only that notify() was called: another task may have run since, and changed the
    // condition back.
    awaitable<bool> wait(time_point due = never);
    loop& event_loop() { return loop_; }

private:
    loop& loop_;
    std::vector<waiter_id> waiters_;
};

// A flag that can be waited for.
// set() may be undone by reset(): a waiter that has not run by then continues to wait.
class latch {
public:
    explicit latch(loop& l) : notifier_(l) {}
    void set() {
        set_ = true;
        notifier_.notify();
    }
    void reset() { set_ = false; }
    bool is_set() const { return set_; }
    // Returns true once set; false if `due` passes first.
    // Returns without suspending if it is set. Throws `cancelled`.
    awaitable<bool> wait(time_point due = never);

private:
    notifier notifier_;
    bool set_ = false;
};

// An unbounded queue with one or more readers; the producer must bound it. close() lets readers
// drain it, then ends them.
// Items are taken in the order of push(), each by one reader.
template <class T>
class mailbox {
public:
    explicit mailbox(loop& l) : notifier_(l) {}
    // Never blocks. After close() the item is still delivered to readers that drain the queue.
    void push(T value) {
        items_.push_back(std::move(value));
        notifier_.notify();
    }
    // Wakes all readers; a second call has no effect.
    void close() {
        closed_ = true;
        notifier_.notify();
    }
    bool closed() const { return closed_; }
    std::size_t size() const { return items_.size(); }
    // Returns nothing when closed and drained.
    // Suspends only if it is empty. Throws `cancelled`, and then has taken nothing.
    awaitable<std::optional<T>> pop() {
        while (items_.empty()) {
            if (closed_) co_return std::nullopt;
            co_await notifier_.wait();
        }
        std::optional<T> item(std::move(items_.front()));
        items_.pop_front();
        co_return item;
    }

private:
    notifier notifier_;
    std::deque<T> items_;
    bool closed_ = false;
};

}}  // namespace setpoint::v0
