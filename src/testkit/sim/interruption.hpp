#pragma once
// SIGINT (Ctrl-C) and SIGTERM (timeout(1), a CI job that is cancelled) while an exploration runs: they are
// noted, so that the findings so far can be reported first.

#include <csignal>
#include <cstddef>

namespace setpoint { inline namespace v0 { namespace sim {

class interruption {
public:
    // Blocks both, unless the process ignores them. Throws std::system_error.
    interruption();
    interruption(const interruption&) = delete;
    interruption& operator=(const interruption&) = delete;
    // Unblocks them: one that was not noted arrives now.
    ~interruption();

    // How often one of them has arrived by now.
    std::size_t count();
    // The first that has arrived; 0 if none has.
    int signal() const { return signal_; }
    // Readable when one has arrived; -1: both are ignored.
    int descriptor() const { return descriptor_; }

private:
    sigset_t before_{}, noted_{};
    int descriptor_ = -1, signal_ = 0;
    std::size_t count_ = 0;
};

}}}  // namespace setpoint::v0::sim
