#include "setpoint/api/time.hpp"

#include "framework/core/ascii.hpp"
#include "framework/core/digits.hpp"

#include <array>

namespace setpoint { inline namespace v0 {

namespace {

// Parses exactly `count` digits at the front of s and removes them.
bool take_digits(std::string_view& s, std::size_t count, int& out) {
    if (s.size() < count) return false;
    out = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!is_digit(s[i])) return false;
        out = out * 10 + (s[i] - '0');
    }
    s.remove_prefix(count);
    return true;
}

bool take(std::string_view& s, char c) {
    if (s.empty() || s.front() != c) return false;
    s.remove_prefix(1);
    return true;
}

bool take_offset(std::string_view& s, std::chrono::minutes& offset) {
    offset = {};
    if (take(s, 'Z') || take(s, 'z')) return true;
    const bool minus = take(s, '-');
    int hours = 0, minutes = 0;
    if (!minus && !take(s, '+')) return false;
    if (!take_digits(s, 2, hours) || !take(s, ':') || !take_digits(s, 2, minutes)) return false;
    if (hours > 23 || minutes > 59) return false;
    offset = std::chrono::hours(hours) + std::chrono::minutes(minutes);
    if (minus) offset = -offset;
    return true;
}

bool take_date(std::string_view& s, std::chrono::sys_days& date) {
    int year = 0, month = 0, day = 0;
    if (!take_digits(s, 4, year) || !take(s, '-') || !take_digits(s, 2, month) || !take(s, '-')) return false;
    if (!take_digits(s, 2, day)) return false;
    const std::chrono::year_month_day ymd{std::chrono::year(year),
                                          std::chrono::month(static_cast<unsigned>(month)),
                                          std::chrono::day(static_cast<unsigned>(day))};
    if (!ymd.ok()) return false;
    date = ymd;
    return true;
}

struct unit {
    std::string_view name;
    std::uint64_t nanoseconds;
};
constexpr std::array<unit, 8> units{{{"ns", 1},
                                     {"us", 1'000},
                                     {"\u00b5s", 1'000},
                                     {"\u03bcs", 1'000},
                                     {"ms", 1'000'000},
                                     {"s", 1'000'000'000},
                                     {"m", 60'000'000'000},
                                     {"h", 3'600'000'000'000}}};

// The magnitude of the most negative duration.
constexpr std::uint64_t longest_duration = std::uint64_t{1} << 63;

// Parses one number with its unit and adds it to `total`. Returns false if it is invalid or too
// long.
bool take_part(std::string_view& s, std::uint64_t& total) {
    std::uint64_t whole = 0, fraction = 0;
    double scale = 1;
    std::size_t i = 0;
    for (; i < s.size() && is_digit(s[i]); ++i) {
        if (whole > longest_duration / 10) return false;
        whole = whole * 10 + static_cast<std::uint64_t>(s[i] - '0');
    }
    bool any_digit = i > 0;
    if (i < s.size() && s[i] == '.') {
        for (++i; i < s.size() && is_digit(s[i]); ++i) {
            any_digit = true;
            if (fraction > longest_duration / 10 - 1) continue;  // too fine to matter
            fraction = fraction * 10 + static_cast<std::uint64_t>(s[i] - '0');
            scale *= 10;
        }
    }
    if (!any_digit) return false;
    const std::size_t end = s.find_first_of("0123456789.", i);
    const std::string_view name = s.substr(i, end == std::string_view::npos ? end : end - i);
    for (const unit& u : units) {
        if (u.name != name) continue;
        if (whole > longest_duration / u.nanoseconds) return false;
        std::uint64_t value = whole * u.nanoseconds;
        // As Go: a double is precise enough for less than one unit.
        value += static_cast<std::uint64_t>(static_cast<double>(fraction) *
                                            (static_cast<double>(u.nanoseconds) / scale));
        if (value > longest_duration || total > longest_duration - value) return false;
        total += value;
        s.remove_prefix(i + name.size());
        return true;
    }
    return false;
}

// Returns the digits of value / 10^digits, without trailing zeros.
std::string decimal(std::uint64_t value, int digits) {
    std::uint64_t scale = 1;
    for (int i = 0; i < digits; ++i) scale *= 10;
    std::string out = std::to_string(value / scale);
    if (value % scale == 0) return out;
    out += fmt::format(".{:0{}}", value % scale, digits);
    out.erase(out.find_last_not_of('0') + 1);
    return out;
}

}  // namespace

namespace detail {

bool parse_rfc3339(std::string_view s, std::chrono::sys_seconds& seconds, std::uint32_t& nanoseconds) {
    std::chrono::sys_days date;
    std::chrono::minutes offset;
    int hour = 0, minute = 0, second = 0;
    if (!take_date(s, date) || (!take(s, 'T') && !take(s, 't'))) return false;
    if (!take_digits(s, 2, hour) || !take(s, ':') || !take_digits(s, 2, minute) || !take(s, ':'))
        return false;
    if (!take_digits(s, 2, second) || hour > 23 || minute > 59 || second > 59) return false;
    nanoseconds = 0;
    if (take(s, '.')) {
        if (s.empty() || !is_digit(s.front())) return false;
        for (std::uint32_t weight = 100'000'000; !s.empty() && is_digit(s.front()); weight /= 10) {
            nanoseconds += weight * static_cast<std::uint32_t>(s.front() - '0');
            s.remove_prefix(1);
        }
    }
    if (!take_offset(s, offset) || !s.empty()) return false;
    seconds = date + std::chrono::hours(hour) + std::chrono::minutes(minute) + std::chrono::seconds(second) -
              offset;
    return true;
}

void append_rfc3339(std::chrono::sys_seconds seconds, std::uint32_t microseconds, std::size_t digits,
                    std::string& out) {
    setpoint::append_rfc3339(seconds, microseconds, digits, out);
}

error not_a_time(std::string_view s) {
    return {errc::bad_data, fmt::format("\"{}\" is not a time: expected one like 2026-01-01T00:00:00Z", s)};
}

}  // namespace detail

result<go_duration> go_duration::parse(std::string_view s) {
    const auto refuse = [s] {
        return error(errc::bad_data,
                     fmt::format("\"{}\" is not a duration: expected one like 1h30m, 1.5s or 300ms", s));
    };
    std::string_view rest = s;
    const bool minus = take(rest, '-');
    if (!minus) take(rest, '+');
    if (rest == "0") return go_duration();
    if (rest.empty()) return refuse();
    std::uint64_t total = 0;
    while (!rest.empty()) {
        if (!take_part(rest, total)) return refuse();
    }
    if (!minus && total == longest_duration) return refuse();
    const auto magnitude = static_cast<std::int64_t>(minus ? 0 - total : total);
    return go_duration(std::chrono::nanoseconds(magnitude));
}

std::string go_duration::to_string() const {
    const std::int64_t count = value_.count();
    if (count == 0) return "0s";
    std::string out = count < 0 ? "-" : "";
    const std::uint64_t left =
        count < 0 ? 0 - static_cast<std::uint64_t>(count) : static_cast<std::uint64_t>(count);
    if (left < 1'000) return out + std::to_string(left) + "ns";
    if (left < 1'000'000) return out + decimal(left, 3) + "\u00b5s";
    if (left < 1'000'000'000) return out + decimal(left, 6) + "ms";
    constexpr std::uint64_t minute = 60'000'000'000, hour = 60 * minute;
    if (left >= hour) out += std::to_string(left / hour) + "h";
    if (left >= minute) out += std::to_string(left % hour / minute) + "m";
    return out + decimal(left % minute, 9) + "s";
}

bool json::scalar_traits<go_duration>::parse(std::string_view s, go_duration& out) {
    auto r = go_duration::parse(s);
    if (r) out = *r;
    return r.has_value();
}

void json::scalar_traits<go_duration>::print(const go_duration& value, std::string& out) {
    out.append(1, '"').append(value.to_string()).append(1, '"');
}

}}  // namespace setpoint::v0
