#pragma once
// Waiting for something that another task does: an event (a flag), a pulse (a wake-up) and a mailbox (a
// queue).

#include "setpoint/core/loop.hpp"

#include <deque>

namespace setpoint {

// Wakes everybody who waits when notify() is called; remembers nothing. Waiters re-check their condition in a
// loop. Must outlive its waiters' use of it, not the waiters: destroying it wakes them.
class pulse {
public:
    explicit pulse(loop& l) : loop_(l) {}
    pulse(const pulse&) = delete;
    pulse& operator=(const pulse&) = delete;
    ~pulse() { notify(); }

    void notify();
    // False: `due` passed first. Throws `cancelled`.
    awaitable<bool> wait(time_point due = never);
    loop& event_loop() { return loop_; }

private:
    loop& loop_;
    std::vector<waiter_id> waiters_;
};

// A flag that can be waited for.
class event {
public:
    explicit event(loop& l) : pulse_(l) {}
    void set() {
        set_ = true;
        pulse_.notify();
    }
    void reset() { set_ = false; }
    bool is_set() const { return set_; }
    // True once set; false when `due` passed first.
    awaitable<bool> wait(time_point due = never);

private:
    pulse pulse_;
    bool set_ = false;
};

// An unbounded queue with one or more readers; bound it by what is pushed. close() lets readers drain, then
// end.
template <class T>
class mailbox {
public:
    explicit mailbox(loop& l) : pulse_(l) {}
    void push(T value) {
        items_.push_back(std::move(value));
        pulse_.notify();
    }
    void close() {
        closed_ = true;
        pulse_.notify();
    }
    bool closed() const { return closed_; }
    std::size_t size() const { return items_.size(); }
    // Empty when closed and drained.
    awaitable<std::optional<T>> pop() {
        while (items_.empty()) {
            if (closed_) co_return std::nullopt;
            co_await pulse_.wait();
        }
        std::optional<T> item(std::move(items_.front()));
        items_.pop_front();
        co_return item;
    }

private:
    pulse pulse_;
    std::deque<T> items_;
    bool closed_ = false;
};

}  // namespace setpoint
