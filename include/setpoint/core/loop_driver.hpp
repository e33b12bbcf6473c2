#pragma once
// Drives a loop under virtual time in steps, which another loop or a recording gives it.
//
// The driven loop gets its time, its events and the ends of its blocking jobs from the driver and from
// nowhere else, so that the same steps give the same run.

#include "setpoint/core/loop.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace setpoint { inline namespace v0 {

// Cannot be copied or moved, and must outlive the loop's last step. What is called in a step must not call
// step().
class loop_driver {
public:
    // Precondition: `l` has a virtual clock and no other driver. From now on, only step() runs it.
    explicit loop_driver(loop& l);
    loop_driver(const loop_driver&) = delete;
    loop_driver& operator=(const loop_driver&) = delete;
    virtual ~loop_driver();

    struct stepped {
        std::size_t turns = 0;
        bool changed = false;  // turns were run, timers fired, or a task began or ended
        bool idle = true;      // nothing is left to do before next_due
        time_point next_due = never;
    };
    // Sets the clock to `t`, unless that is past, fires the timers that are due, and runs at most `limit`
    // turns. Errors: throws fault if a task has opened a socket or the like on the loop's io_context: its
    // events would come from elsewhere. Later steps run it nevertheless.
    stepped step(time_point t, std::size_t limit);

private:
    friend class loop;
    struct slot;
    // Runs a job of loop::blocking(), and calls `done` later, on the loop's thread and not in a step. Jobs
    // are numbered from 1, in the order in which they are requested.
    virtual void run_job(std::uint64_t number, std::string what, std::function<void()> job,
                         std::function<void()> done) = 0;
    // The task that waited for the job has ended or was cancelled: a job that has not begun need not run, and
    // `done` is not needed. Called for each job, also in a step and after `done`.
    virtual void withdraw_job(std::uint64_t number) = 0;

    // Returns null without a driver.
    static loop_driver* of(asio::io_context& io);

    loop& loop_;
    std::size_t limit_ = 0;
    std::uint64_t jobs_ = 0;
    bool refused_ = false;
    stepped done_;
};

}}  // namespace setpoint::v0
