#include "framework/core/alarm.hpp"

#ifdef __linux__
#include <cerrno>
#include <cstdint>
#include <sys/timerfd.h>
#include <system_error>
#endif

namespace setpoint { inline namespace v0 {

#ifdef __linux__

namespace {

int new_timer() {
    const int fd = ::timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK | TFD_CLOEXEC);
    if (fd < 0) throw std::system_error(errno, std::generic_category(), "create a timer on CLOCK_BOOTTIME");
    return fd;
}

}  // namespace

alarm::alarm(boost::asio::io_context& io) : timer_(io, new_timer()) {}

void alarm::set(time_point due, time_point now) {
    if (due >= at_) return;
    const auto left = due - now;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    itimerspec when{};
    when.it_value.tv_sec = seconds.count();
    when.it_value.tv_nsec = (left - seconds).count();
    if (::timerfd_settime(timer_.native_handle(), 0, &when, nullptr) != 0)
        throw std::system_error(errno, std::generic_category(), "set a timer");
    at_ = due;
    if (!waiting_) wait();
}

void alarm::wait() {
    waiting_ = true;
    timer_.async_wait(boost::asio::posix::stream_descriptor::wait_read, [this](boost::system::error_code ec) {
        if (ec) return;  // destroyed
        std::uint64_t expired = 0;
        [[maybe_unused]] const auto read = ::read(timer_.native_handle(), &expired, sizeof expired);
        waiting_ = false;
        at_ = never;
    });
}

#else

alarm::alarm(boost::asio::io_context& io) : timer_(io) {}

void alarm::set(time_point due, time_point now) {
    if (due >= at_) return;
    timer_.expires_after(due - now);
    at_ = due;
    timer_.async_wait([this](boost::system::error_code ec) {
        if (!ec) at_ = never;  // otherwise destroyed, or set to an earlier time
    });
}

#endif

}}  // namespace setpoint::v0
