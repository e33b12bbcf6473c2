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

namespace setpoint { inline namespace v0 {

// Not templates, so that they are compiled once for both resolutions.
namespace detail {
// Nanoseconds are separate, since 10,000 years of them do not fit 64 bits. Returns false if the
// text is not an RFC 3339 time.
// Accepts lower-case t and z, any number of digits in the fraction, and offsets up to 23:59; truncates
// after nanoseconds. A leap second (:60) is refused, as in Go. The results are only valid if it returns
// true.
bool parse_rfc3339(std::string_view s, std::chrono::sys_seconds& seconds, std::uint32_t& nanoseconds);
// `digits` of the fraction: 0 or 6.
// Writes UTC with a final Z, without quotes. Precondition: the year has four digits.
void append_rfc3339(std::chrono::sys_seconds seconds, std::uint32_t microseconds, std::size_t digits,
                    std::string& out);
// bad_data; the message quotes the text.
error not_a_time(std::string_view s);
}  // namespace detail

// A time of day in UTC, or unset. Years 0000 to 9999. Parses RFC 3339 with any fraction and offset
// and truncates it to Resolution.
// 8 bytes: the unset value is Go's zero time, so that it needs no flag. Resolution is std::chrono::seconds
// or microseconds. Times of the API server's clock: compare them with other times of the same object
// rather than with the local clock.
template <class Resolution>
class basic_timestamp {
public:
    using duration = Resolution;
    using time_type = std::chrono::time_point<std::chrono::system_clock, Resolution>;

    constexpr basic_timestamp() = default;  // unset
    explicit constexpr basic_timestamp(time_type t) : value_(t) {}
    // Rounds down.
    // `t` is the loop's wall clock: loop.wall_now() or, in a reconciler, that of the context. Equal values
    // after a round trip through JSON, since both round the same way.
    static constexpr basic_timestamp from(wall_time t) {
        return basic_timestamp(std::chrono::floor<Resolution>(t));
    }

    // Errors: bad_data, quoting the text. 0001-01-01T00:00:00Z reads as unset.
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
    // Appends nothing if unset. Without quotes.
    void append_to(std::string& out) const {
        if (!is_set()) return;
        const auto seconds = std::chrono::floor<std::chrono::seconds>(value_);
        const auto rest = std::chrono::duration_cast<std::chrono::microseconds>(value_ - seconds);
        detail::append_rfc3339(seconds, static_cast<std::uint32_t>(rest.count()),
                               std::is_same_v<Resolution, std::chrono::seconds> ? 0 : 6, out);
    }

    // Also false for a set 0001-01-01T00:00:00Z: the two are the same value.
    constexpr bool is_set() const noexcept { return value_ != unset_value; }
    //     if (meta.deletion_timestamp && *meta.deletion_timestamp <= timestamp::from(now)) ...
    explicit constexpr operator bool() const noexcept { return is_set(); }
    // Precondition: is_set().
    // Unset, it is the year 1.
    constexpr time_type value() const noexcept { return value_; }
    // For arithmetic with the clock's time. Precondition: is_set(), and the year is between 1678
    // and 2261.
    // wall_time counts nanoseconds in 64 bits, which is where the years come from.
    constexpr wall_time to_wall_time() const { return wall_time(value_); }

    // An unset time is before all others.
    friend constexpr bool operator==(const basic_timestamp&, const basic_timestamp&) = default;
    // Of one resolution only: convert a timestamp to a micro_timestamp through value().
    friend constexpr auto operator<=>(const basic_timestamp& a, const basic_timestamp& b) {
        return a.value_.time_since_epoch().count() <=> b.value_.time_since_epoch().count();
    }

private:
    // 0001-01-01T00:00:00Z: Go's zero time, which the API treats as unset.
    // The distance from 1970-01-01 in seconds. A MicroTime fits too: 62 billion seconds are 6.2e16
    // microseconds.
    static constexpr time_type unset_value{std::chrono::seconds(-62135596800)};
    time_type value_ = unset_value;
};

// metav1.Time drops fractions when it is written, metav1.MicroTime always writes six digits: Leases and
// events use it.
using timestamp = basic_timestamp<std::chrono::seconds>;             // metav1.Time
using micro_timestamp = basic_timestamp<std::chrono::microseconds>;  // metav1.MicroTime

// A duration in the notation of Go and most Kubernetes APIs (metav1.Duration): "1h30m", "1.5s",
// "300ms", "-2m", "0". Units: ns, us (µs), ms, s, m, h. There is no unset duration; use
// std::optional where that matters.
// Nanoseconds in 64 bits, as Go's time.Duration. Converts implicitly from and to chrono, so it can be a
// member with an initializer and an argument of loop.sleep().
//
//     go_duration timeout = std::chrono::minutes(5);  // "5m0s" in JSON
class go_duration {
public:
    constexpr go_duration() = default;
    // Overflow is the caller's: at most 292 years. Coarser units convert without loss; floating-point ones
    // do not compile.
    template <class R, class P>
    constexpr go_duration(std::chrono::duration<R, P> d)
        : value_(d) {}  // NOLINT: implicit, so that `= 5min` works

    // Errors: bad_data, also for more than 292 years.
    // Follows time.ParseDuration: a sign, numbers with fractions, each with its unit; "1d" and "5" are
    // invalid. Fractions below a nanosecond are cut off.
    static result<go_duration> parse(std::string_view s);
    // Returns Go's notation: "1h30m0s", "1.5s", "300ms", "0s".
    // The largest unit is h: 48 hours are "48h0m0s". Below a second one unit with a fraction: "1.5ms".
    // Microseconds are written as µs. parse() reads it back.
    std::string to_string() const;

    // May be negative: check it where that makes no sense, or add a rule to the schema.
    constexpr duration value() const noexcept { return value_; }
    constexpr operator duration() const noexcept { return value_; }  // NOLINT: reads like a duration

    friend constexpr bool operator==(const go_duration&, const go_duration&) = default;
    // By length, with the sign.
    friend constexpr auto operator<=>(const go_duration& a, const go_duration& b) {
        return a.value_.count() <=> b.value_.count();
    }

private:
    duration value_{0};
};

}}  // namespace setpoint::v0

namespace setpoint { inline namespace v0 { namespace json {

// A required unset time is written as null, as Go does; Go's zero time and null are read as unset.
template <class Resolution>
struct scalar_traits<basic_timestamp<Resolution>> {
    using T = basic_timestamp<Resolution>;
    static constexpr scalar_type type = scalar_type::string;
    static constexpr std::string_view format = "date-time";
    // `out` is unchanged if it returns false.
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

// Always written, also 0s. The pattern is that of time.ParseDuration, so the API server refuses what
// parse() would.
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

}}}  // namespace setpoint::v0::json

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
