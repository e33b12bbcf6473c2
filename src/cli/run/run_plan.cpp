#include "cli/run/run_plan.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

run_plan::action run_plan::next() const {
    if (stop_) return running_ ? action::stop_operator : action::end;
    if (build_) return action::build;  // the operator goes on meanwhile
    if (start_) return running_ ? action::stop_operator : action::start;
    return action::wait;
}

void run_plan::sources_changed() {
    if (builds_ && (watches_ || build_failed_)) build_ = true;
}

void run_plan::built(bool ok, bool fresh) {
    build_ = false;
    build_failed_ = !ok;
    // A build that fails may have replaced the executable before; that one is not what the sources say.
    start_ = ok && (start_ || fresh);
}

void run_plan::started() {
    start_ = start_failed_ = bad_end_ = false;
    running_ = true;
}

void run_plan::start_failed() {
    start_ = false;
    start_failed_ = true;
}

void run_plan::ended(int code, bool killed) {
    // Early in its life SIGTERM ends a program, since it does not handle it yet.
    constexpr int by_sigterm = 128 + 15;
    const bool expected = stop_ || start_;
    running_ = false;
    bad_end_ = !expected || killed || (code != 0 && code != by_sigterm);
}

int run_plan::exit_code() const {
    return build_failed_ || start_failed_ || bad_end_ ? 1 : 0;
}

}}}  // namespace setpoint::v0::cli
