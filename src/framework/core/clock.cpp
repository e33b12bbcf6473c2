#include "setpoint/core/clock.hpp"

#include <cerrno>
#include <ctime>
#include <system_error>

namespace setpoint { inline namespace v0 {

namespace {

#ifdef __APPLE__
constexpr clockid_t including_suspend = CLOCK_MONOTONIC_RAW;
#else
constexpr clockid_t including_suspend = CLOCK_BOOTTIME;
#endif

}  // namespace

time_point real_clock::now() const {
    timespec t{};
    if (clock_gettime(including_suspend, &t) != 0) {
        throw std::system_error(errno, std::generic_category(), "read the clock that includes suspend");
    }
    return time_point(std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec));
}

wall_time real_clock::wall_now() const {
    return std::chrono::system_clock::now();
}

virtual_clock::virtual_clock()
    : virtual_clock(std::chrono::sys_days(std::chrono::year(2026) / std::chrono::January / 1)) {}

void virtual_clock::advance_to(time_point t) {
    if (t > now()) elapsed_ = t.time_since_epoch();
}

}}  // namespace setpoint::v0
