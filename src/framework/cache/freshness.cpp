#include "framework/cache/freshness.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace setpoint { inline namespace v0 {

namespace {

constexpr duration ignored_difference = std::chrono::seconds(2);

// Returns -1 unless all of `s` are digits.
int digits_of(std::string_view s) {
    int value = 0;
    const auto [end, failed] = std::from_chars(s.data(), s.data() + s.size(), value);
    return failed != std::errc() || end != s.data() + s.size() || s.front() == '-' ? -1 : value;
}

}  // namespace

std::optional<wall_time> parse_http_date(std::string_view text) {
    constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::string_view form = "___, __ ___ ____ __:__:__ GMT";
    if (text.size() != form.size()) return std::nullopt;
    for (std::size_t i = 0; i < form.size(); ++i)
        if (form[i] != '_' && form[i] != text[i]) return std::nullopt;
    const auto* const month = std::ranges::find(months, text.substr(8, 3));
    const int day = digits_of(text.substr(5, 2)), year = digits_of(text.substr(12, 4)),
              hour = digits_of(text.substr(17, 2)), minute = digits_of(text.substr(20, 2)),
              second = digits_of(text.substr(23, 2));
    const std::chrono::year_month_day date{
        std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month - months.begin()) + 1),
        std::chrono::day(static_cast<unsigned>(day))};
    // A leap second may be 60.
    if (month == months.end() || day < 0 || year < 1970 || year > 2200 || !date.ok() || hour < 0 ||
        hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60)
        return std::nullopt;
    return wall_time(std::chrono::sys_days(date)) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
           std::chrono::seconds(second);
}

void freshness::answered(std::string_view date, time_point now) {
    const auto server = parse_http_date(date);
    if (!server) return;
    const duration difference = *server - at(now);
    if (is_known_ && difference < ignored_difference && difference > -ignored_difference) return;
    // The first Date only says where the server's clock is.
    const duration before = age(now);
    date_ = *server;
    read_ = now;
    if (!is_known_) confirmed_ = date_ - before;
    is_known_ = true;
}

duration freshness::age(time_point now) const {
    return std::max(duration::zero(), std::chrono::duration_cast<duration>(at(now) - confirmed_));
}

}}  // namespace setpoint::v0
