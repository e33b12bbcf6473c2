#pragma once
// Child processes that continue this one under a plan, a limited number at a time, and what they report.

#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

class fork_pool {
public:
    // `report`: what the child passed to send() and finish(). `death`: how it died; "" if it did not.
    using on_end = std::function<void(std::size_t plan, std::string report, std::string death)>;
    // Called in the parent now and then while it waits. If it returns false, children are ended without a
    // report, and no further ones begin.
    using on_wait = std::function<bool()>;
    fork_pool(std::size_t jobs, duration cpu_limit, on_end f)
        : jobs_(jobs == 0 ? 1 : jobs), cpu_limit_(cpu_limit), on_end_(std::move(f)) {}
    fork_pool(const fork_pool&) = delete;
    fork_pool& operator=(const fork_pool&) = delete;
    // Ends the children that still run.
    ~fork_pool();

    // `descriptor`: wakes a wait when it is readable; -1: none.
    void call_while_waiting(on_wait f, int descriptor) {
        on_wait_ = std::move(f);
        wakes_ = descriptor;
    }
    // Waits until a child may start, and starts it. Returns true in the child. Throws std::system_error.
    bool begin(std::size_t plan);
    // Waits until `holds`, which is asked whenever a child has ended, or no child is left.
    void wait_until(const std::function<bool()>& holds);
    // Waits for all children.
    void wait();
    // In the child: reports. It ends if the parent has.
    void send(std::string_view text) const;
    // In the child: reports, and ends the process without destroying anything.
    [[noreturn]] void finish(const std::string& report) const;
    bool is_child() const { return out_ >= 0; }
    // Whether on_wait has ended it.
    bool is_stopped() const { return is_stopped_; }

private:
    struct child {
        pid_t pid;
        int in;
        std::size_t plan;
        std::string report;
    };
    // Reads what children report until one has ended.
    void wait_for_one();
    void end(std::size_t index);
    void become_child(int out);
    void stop();

    std::size_t jobs_;
    duration cpu_limit_;
    on_end on_end_;
    on_wait on_wait_;
    int wakes_ = -1;
    bool is_stopped_ = false;
    std::vector<child> children_;
    int out_ = -1;  // in a child
};

// CPU time of this process alone.
duration own_cpu_time();
// CPU time of this process and its children that have ended.
duration cpu_time();
// The number of threads of this process.
std::size_t thread_count();

}}}  // namespace setpoint::v0::sim
