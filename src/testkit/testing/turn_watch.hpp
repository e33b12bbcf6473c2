#pragma once
// Evaluates conditions after each turn of the loop, so that tests need no sleep and miss no state.

#include "setpoint/core/sync.hpp"

#include <exception>
#include <functional>
#include <list>

namespace setpoint { inline namespace v0 { namespace testing {

class turn_watch final : public loop_observer {
public:
    // Maximum number of turns at one moment of virtual time; more means that tasks keep waking each
    // other.
    static constexpr std::size_t max_turns = 5'000'000;

    explicit turn_watch(loop& l) : loop_(l) {}
    void turn(std::string_view task, duration held, duration lag) override;
    // Virtual time: called after the first turn of each moment, when what was ready before has run.
    std::function<void()> on_new_moment;

    // Returns true once `holds` returns true after a turn, false once `due` has passed. Rethrows
    // exceptions of `holds`.
    awaitable<bool> wait(std::function<bool()> holds, time_point due);
    // True if it stopped the loop because of max_turns.
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

}}}  // namespace setpoint::v0::testing
