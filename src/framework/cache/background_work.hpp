#pragma once
// Work that must not block the loop: it is done in slices between other tasks.

#include "setpoint/core/sync.hpp"

#include <deque>
#include <functional>

namespace setpoint { inline namespace v0 {

class background_work {
public:
    explicit background_work(loop& l) : loop_(l), more_(l) {}

    // `slice` does part of the work and returns whether more is left. The first slice runs
    // immediately.
    void add(std::function<bool()> slice) {
        if (!slice()) return;
        waiting_.push_back(std::move(slice));
        more_.notify();
    }
    awaitable<void> run() {
        for (;;) {
            while (waiting_.empty()) co_await more_.wait();
            co_await loop_.yield();
            const bool again = waiting_.front()();
            if (!again) waiting_.pop_front();
        }
    }

private:
    loop& loop_;
    notifier more_;
    std::deque<std::function<bool()>> waiting_;
};

}}  // namespace setpoint::v0
