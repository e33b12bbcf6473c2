#pragma once
// Wakes the loop after a time that includes suspend, as loop::now() does. On Linux, Asio's timers run on
// CLOCK_MONOTONIC, which stops meanwhile: they would be late by what was left of the wait. On macOS their
// clock includes suspend, and after one they look at it within the five minutes that Asio waits at most.

#include "setpoint/core/clock.hpp"

#include <boost/asio/io_context.hpp>
#ifdef __linux__
#include <boost/asio/posix/stream_descriptor.hpp>
#else
#include <boost/asio/steady_timer.hpp>
#endif

namespace setpoint { inline namespace v0 {

class alarm {
public:
    // Throws std::system_error.
    explicit alarm(boost::asio::io_context& io);
    alarm(const alarm&) = delete;
    alarm& operator=(const alarm&) = delete;

    // Runs one handler of the io_context at `due`, unless it is already set to an earlier time. `now`: the
    // current time.
    void set(time_point due, time_point now);

private:
#ifdef __linux__
    void wait();

    boost::asio::posix::stream_descriptor timer_;
    bool waiting_ = false;
#else
    boost::asio::steady_timer timer_;
#endif
    time_point at_ = never;
};

}}  // namespace setpoint::v0
