#pragma once
// Decides what `setpoint run` does next: builds, starts or stops the operator, waits, or ends. No I/O.

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace cli {

// Obey next(), report what happened, and ask again.
class run_plan {
public:
    enum class action : std::uint8_t { build, start, stop_operator, wait, end };

    // `builds`: it builds the project, first of all. `watches`: a change of the sources makes it build again;
    // otherwise that happens only after a build that failed.
    run_plan(bool builds, bool watches)
        : builds_(builds), watches_(watches), build_(builds), start_(!builds) {}

    action next() const;

    void sources_changed();
    // The executable is another one than that which was started last.
    void executable_changed() { start_ = true; }
    // `fresh`: the executable is another one than that which was started last, or none was started.
    void built(bool ok, bool fresh);
    void started();
    // Preparing it or starting it failed; the next change tries again.
    void start_failed();
    // By itself, or because it was told to. `code`: as a shell has it. `killed`: it did not obey in time.
    void ended(int code, bool killed = false);
    void stop_requested() { stop_ = true; }

    bool is_running() const { return running_; }
    bool build_failed() const { return build_failed_; }
    bool stop_is_requested() const { return stop_; }
    // 0 if the operator ran until it was told to stop, and obeyed; otherwise 1.
    int exit_code() const;

private:
    bool builds_, watches_;
    bool build_, start_;  // to do
    bool running_ = false, stop_ = false, build_failed_ = false, start_failed_ = false;
    bool bad_end_ = false;  // of the operator that ran last
};

}}}  // namespace setpoint::v0::cli
