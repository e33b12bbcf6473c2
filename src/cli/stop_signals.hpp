#pragma once
// SIGTERM and SIGINT of a program that serves until it is told to stop.

#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"

#include <boost/asio/signal_set.hpp>

#include <functional>

namespace setpoint { inline namespace v0 { namespace cli {

// The first signal calls `stop`, in a turn of the loop; the second one ends the process at once with
// exit_code::failed. After finish(), or the destructor, signals are ignored until the process has ended: its
// exit code is decided.
class stop_signals {
public:
    stop_signals(loop& l, logger log, std::function<void()> stop);
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;
    ~stop_signals() { finish(); }

    // Call it when the work is done: the loop then ends too.
    void finish();

private:
    void wait();

    logger log_;
    std::function<void()> stop_;
    asio::signal_set set_;
    bool seen_ = false, finished_ = false;
};

}}}  // namespace setpoint::v0::cli
