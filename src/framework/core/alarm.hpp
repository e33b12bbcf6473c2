#pragma once
// Wakes the loop after a time that includes suspend, as loop::now() does. Asio's timers run on
// CLOCK_MONOTONIC, which stops meanwhile: they would be late by what was left of the wait.

#include "setpoint/core/clock.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

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
    void wait();

    boost::asio::posix::stream_descriptor timer_;
    time_point at_ = never;
    bool waiting_ = false;
};

}}  // namespace setpoint::v0
