#pragma once
// Times and durations in the notation of the Kubernetes API.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/detail/text_formatter.hpp"
#include "setpoint/core/error.hpp"
#include "setpoint/json/scalar.hpp"

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace setpoint::inline v0 {

namespace detail {
// Nanoseconds are separate, since 10,000 years of them do not fit 64 bits. Returns false if the
// text is not an RFC 3339 time.
bool parse_rfc3339(std::string_view s, std::chrono::sys_seconds& seconds, std::uint32_t& nanoseconds);
// `digits` of the fraction: 0 or 6.
void append_rfc3339(std::chrono::sys_seconds seconds, std::uint32_t microseconds, std::size_t digits,
                    std::string& out);
error not_a_time(std::string_view s);
}  // namespace detail

// A time of day in UTC, or unset. Years 0000 to 9999. Parses RFC 3339 with any fraction and offset
// and truncates it to Resolution.
template <class Resolution>
class basic_timestamp {
public:
    using duration = Resolution;
    using time_type = std::chrono::time_point<std::chrono::system_clock, Resolution>;

    constexpr basic_timestamp() = default;  // unset
    explicit constexpr basic_timestamp(time_type t) : value_(t) {}
    // Rounds down.
    static constexpr basic_timestamp from(wall_time t) {
        return basic_timestamp(std::chrono::floor<Resolution>(t));
    }

    static result<basic_timestamp> parse(std::string_view s) {
        std::chrono::sys_seconds seconds;
        std::uint32_t nanoseconds = 0;
        if (!detail::parse_rfc3339(s, seconds, nanoseconds)) return detail::not_a_time(s);
        return basic_timestamp(seconds +
                               std::chrono::duration_cast<Resolution>(std::chrono::nanoseconds(nanoseconds)));
    }
    // Returns "2026-01-01T00:00:00Z", or with six digits "2026-01-01T00:00:00.000000Z"; "" if
    // unset.
    std::string to_string() const {
        std::string out;
        append_to(out);
        return out;
    }
    void append_to(std::string& out) const {
        if (!is_set()) return;
        const auto seconds = std::chrono::floor<std::chrono::seconds>(value_);
        const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(value_ - seconds);
        detail::append_rfc3339(seconds, static_cast<std::uint32_t>(rest.count()),
                               std::is_same_v<Resolution, std::chrono::seconds> ? 0 : 6, out);
    }

    constexpr bool is_set() const noexcept { return value_ != unset_value; }
    explicit constexpr operator bool() const noexcept { return is_set(); }
    // Precondition: is_set().
    constexpr time_type value() const noexcept { return value_; }
    // For arithmetic with the clock's time. Precondition: is_set(), and the year is between 1678
    // and 2261.
    constexpr wall_time to_wall_time() const { return wall_time(value_); }

    // An unset time is before all others.
    friend constexpr bool operator==(const basic_timestamp&, const basic_timestamp&) = default;
    friend constexpr auto operator<=>(const basic_timestamp& a, const basic_timestamp& b) {
        return a.value_.time_since_epoch().count() <=> b.value_.time_since_epoch().count();
    }

private:
    // 0001-01-01T00:00:00Z: Go's zero time, which the API treats as unset.
    static constexpr time_type unset_value{std::chrono::seconds(-62135596800)};
    time_type value_ = unset_value;
};

using timestamp = basic_timestamp<std::chrono::seconds>;             // metav1.Time
using micro_timestamp = basic_timestamp<std::chrono::microseconds>;  // metav1.MicroTime

// A duration in the notation of Go and most Kubernetes APIs (metav1.Duration): "1h30m", "1.5s",
// "300ms", "-2m", "0". Units: ns, us (µs), ms, s, m, h. There is no unset duration; use
// std::optional where that matters.
class go_duration {
public:
    constexpr go_duration() = default;
    template <class R, class P>
    constexpr go_duration(std::chrono::duration<R, P> d)
        : value_(d) {}  // NOLINT: implicit, so that `= 5min` works

    // Errors: bad_data, also for more than 292 years.
    static result<go_duration> parse(std::string_view s);
    // Returns Go's notation: "1h30m0s", "1.5s", "300ms", "0s".
    std::string to_string() const;

    constexpr duration value() const noexcept { return value_; }
    constexpr operator duration() const noexcept { return value_; }  // NOLINT: reads like a duration

    friend constexpr bool operator==(const go_duration&, const go_duration&) = default;
    friend constexpr auto operator<=>(const go_duration& a, const go_duration& b) {
        return a.value_.count() <=> b.value_.count();
    }

private:
    duration value_{0};
};

}  // namespace setpoint::inline v0

namespace setpoint::inline v0::json {

template <class Resolution>
struct scalar_traits<basic_timestamp<Resolution>> {
    using T = basic_timestamp<Resolution>;
    static constexpr scalar_type type = scalar_type::string;
    static constexpr std::string_view format = "date-time";
    static bool parse(std::string_view s, T& out) {
        auto r = T::parse(s);
        if (r) out = *r;
        return r.has_value();
    }
    static bool parse_number(std::int64_t, T&) { return false; }
    static void print(const T& value, std::string& out) {
        if (!value.is_set()) {
            out += "null";
            return;
        }
        value.append_to(out += '"');
        out += '"';
    }
    static bool is_unset(const T& value) { return !value.is_set(); }
    static bool same(const T& a, const T& b) { return a == b; }
};

template <>
struct scalar_traits<go_duration> {
    static constexpr scalar_type type = scalar_type::string;
    static constexpr std::string_view format = "";
    static constexpr std::string_view name = "duration";
    static constexpr std::string_view pattern =
        R"(^[+-]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$)";
    static bool parse(std::string_view s, go_duration& out);
    static bool parse_number(std::int64_t, go_duration&) { return false; }
    static void print(const go_duration& value, std::string& out);
    static bool is_unset(const go_duration&) { return false; }
    static bool same(const go_duration& a, const go_duration& b) { return a == b; }
};

}  // namespace setpoint::inline v0::json

template <class Resolution>
struct fmt::formatter<setpoint::basic_timestamp<Resolution>> : setpoint::detail::text_formatter {
    auto format(const setpoint::basic_timestamp<Resolution>& t, format_context& ctx) const {
        return write(t.to_string(), ctx);
    }
};
template <>
struct fmt::formatter<setpoint::go_duration> : setpoint::detail::text_formatter {
    auto format(const setpoint::go_duration& d, format_context& ctx) const {
        return write(d.to_string(), ctx);
    }
};
