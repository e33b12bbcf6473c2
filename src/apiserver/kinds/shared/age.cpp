#include "apiserver/kinds/shared/age.hpp"

#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::string human_duration(duration d) {
    using namespace std::chrono;
    const std::int64_t seconds = d.count() / 1'000'000'000, minutes = seconds / 60, hours = minutes / 60,
                       days = hours / 24;
    const auto two = [](std::int64_t a, char unit, std::int64_t b, char smaller) {
        return b == 0 ? fmt::format("{}{}", a, unit) : fmt::format("{}{}{}{}", a, unit, b, smaller);
    };
    if (seconds < -1) return "<invalid>";
    if (seconds < 0) return "0s";
    if (seconds < 120) return fmt::format("{}s", seconds);
    if (minutes < 10) return two(minutes, 'm', seconds % 60, 's');
    if (minutes < 180) return fmt::format("{}m", minutes);
    if (hours < 8) return two(hours, 'h', minutes % 60, 'm');
    if (hours < 48) return fmt::format("{}h", hours);
    if (hours < 24 * 8) return two(days, 'd', hours % 24, 'h');
    if (hours < 24 * 365 * 2) return fmt::format("{}d", days);
    if (hours < 24 * 365 * 8) return two(days / 365, 'y', days % 365, 'd');
    return fmt::format("{}y", days / 365);
}

using micros = std::chrono::microseconds;

std::string age_text(std::string_view since, wall_time now) {
    const auto t = micro_timestamp::parse(since);
    if (!t || !t->is_set()) return "<unknown>";
    // The range of Go's durations: 292 years.
    constexpr micros most = std::chrono::floor<micros>(duration::max());
    return human_duration(std::clamp(
        std::chrono::floor<micros>(now).time_since_epoch() - t->value().time_since_epoch(), -most, most));
}

}}}  // namespace setpoint::v0::apiserver
