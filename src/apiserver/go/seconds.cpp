#include "apiserver/go/seconds.hpp"

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

__extension__ using wide_nanoseconds = __int128;

constexpr std::int64_t in_a_second = 1'000'000'000;
// 0000-01-01 and 9999-12-31, which can be written as RFC 3339.
constexpr std::int64_t first_second = -62167219200, last_second = 253402300799;

timestamp rounded_down(wide_nanoseconds since_epoch) {
    auto seconds = static_cast<std::int64_t>(since_epoch / in_a_second);
    if (since_epoch % in_a_second < 0) --seconds;
    return timestamp(
        std::chrono::sys_seconds(std::chrono::seconds(std::clamp(seconds, first_second, last_second))));
}

wide_nanoseconds nanoseconds_of(timestamp t) {
    return wide_nanoseconds(t.value().time_since_epoch().count()) * in_a_second;
}

}  // namespace

duration go_seconds(std::int64_t n) {
    return duration(
        static_cast<std::int64_t>(static_cast<std::uint64_t>(n) * static_cast<std::uint64_t>(in_a_second)));
}

timestamp go_time_after(wall_time from, std::int64_t seconds) {
    return rounded_down(wide_nanoseconds(from.time_since_epoch().count()) + go_seconds(seconds).count());
}

timestamp go_time_after(timestamp from, std::int64_t plus, std::int64_t minus) {
    return rounded_down(nanoseconds_of(from) + go_seconds(plus).count() - go_seconds(minus).count());
}

duration time_left(timestamp since, std::chrono::seconds wait, wall_time now) {
    constexpr wide_nanoseconds least = std::numeric_limits<std::int64_t>::min(),
                               most = std::numeric_limits<std::int64_t>::max();
    const wide_nanoseconds left =
        nanoseconds_of(since) + wide_nanoseconds(wait.count()) * in_a_second - now.time_since_epoch().count();
    return duration(static_cast<std::int64_t>(std::clamp(left, least, most)));
}

}}}  // namespace setpoint::v0::apiserver
