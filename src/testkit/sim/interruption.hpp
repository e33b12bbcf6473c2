#pragma once
// SIGINT (Ctrl-C) while an exploration runs: it is noted, so that the findings so far can be reported first.

#include <csignal>
#include <cstddef>

namespace setpoint::inline v0::sim {

class interruption {
public:
    // Blocks SIGINT, unless the process ignores it. Throws std::system_error.
    interruption();
    interruption(const interruption&) = delete;
    interruption& operator=(const interruption&) = delete;
    // Unblocks it: one that was not noted arrives now.
    ~interruption();

    // How often it has come by now.
    std::size_t count();
    // Readable when it has come; -1: it is ignored.
    int descriptor() const { return descriptor_; }

private:
    sigset_t before_{};
    int descriptor_ = -1;
    std::size_t count_ = 0;
};

}  // namespace setpoint::inline v0::sim
