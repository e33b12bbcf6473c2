#pragma once
// Conditions that are asked after each turn of the loop, so that nothing is slept for and nothing missed.

#include "setpoint/core/sync.hpp"

#include <exception>
#include <functional>
#include <list>

namespace setpoint::testing {

class turn_watch final : public loop_observer {
public:
    // Turns at one moment of virtual time: beyond this, tasks wake each other for ever.
    static constexpr std::size_t max_turns = 5'000'000;

    explicit turn_watch(loop& l) : loop_(l) {}
    void turn(std::string_view task, duration held, duration lag) override;

    // True when `holds` does after some turn; false when `due` has passed. Rethrows what it throws.
    awaitable<bool> wait(std::function<bool()> holds, time_point due);
    // Stopped the loop, since it was in one moment for too long.
    bool stuck() const { return stuck_; }
    const std::string& last_task() const { return last_task_; }

private:
    struct waiting {
        explicit waiting(loop& l) : woken(l) {}
        std::function<bool()> holds;
        notifier woken;
        bool seen = false;
        std::exception_ptr thrown;
    };
    static void ask(waiting& w);

    loop& loop_;
    std::list<waiting> all_;
    time_point moment_{};
    std::size_t turns_ = 0;
    bool stuck_ = false;
    std::string last_task_;
};

}  // namespace setpoint::testing
