#include "apiserver/go/time.hpp"
#include "framework/core/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// 2^63: in range for negative durations only
constexpr std::uint64_t max_nanoseconds = std::uint64_t{1} << 63;

struct duration_unit {
    std::string_view name;
    std::uint64_t nanoseconds;
};
constexpr std::array<duration_unit, 8> duration_units{{{"ns", 1},
                                                       {"us", 1'000},
                                                       {"\u00b5s", 1'000},
                                                       {"\u03bcs", 1'000},
                                                       {"ms", 1'000'000},
                                                       {"s", 1'000'000'000},
                                                       {"m", 60'000'000'000},
                                                       {"h", 3'600'000'000'000}}};

// time.quote: bytes that are not printable ASCII are written in hexadecimal.
std::string quote_duration(std::string_view s) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : s) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80 || byte < ' ') {
            out.append("\\x").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
            continue;
        }
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

// Consumes the leading digits of `s`. Returns nothing on overflow.
std::optional<std::uint64_t> leading_number(std::string_view& s) {
    std::uint64_t x = 0;
    for (; !s.empty() && is_digit(s.front()); s.remove_prefix(1)) {
        if (x > max_nanoseconds / 10) return std::nullopt;
        x = x * 10 + static_cast<std::uint64_t>(s.front() - '0');
        if (x > max_nanoseconds) return std::nullopt;
    }
    return x;
}

struct leading_fraction {
    std::uint64_t value = 0;
    double scale = 1;
};

// Digits beyond the precision are consumed and ignored.
leading_fraction take_fraction(std::string_view& s) {
    leading_fraction f;
    bool full = false;
    for (; !s.empty() && is_digit(s.front()); s.remove_prefix(1)) {
        if (full) continue;
        const std::uint64_t next = f.value * 10 + static_cast<std::uint64_t>(s.front() - '0');
        full = f.value > (max_nanoseconds - 1) / 10 || next > max_nanoseconds;
        if (full) continue;
        f.value = next;
        f.scale *= 10;
    }
    return f;
}

// Consumes one number with its unit, in nanoseconds. On error, returns the message of Go.
boost::system::result<std::uint64_t, go_duration_error> take_part(std::string_view& rest) {
    go_duration_error invalid{"invalid duration"};
    if (rest.front() != '.' && !is_digit(rest.front())) return invalid;
    const std::size_t before = rest.size();
    const auto whole = leading_number(rest);
    if (!whole) return invalid;
    bool any = rest.size() != before;
    leading_fraction part;
    if (!rest.empty() && rest.front() == '.') {
        rest.remove_prefix(1);
        const std::size_t left = rest.size();
        part = take_fraction(rest);
        any = any || rest.size() != left;
    }
    if (!any) return invalid;
    const std::size_t end = std::min(rest.find_first_of(".0123456789"), rest.size());
    if (end == 0) return go_duration_error{"missing unit in duration"};
    const std::string_view name = rest.substr(0, end);
    rest.remove_prefix(end);
    const auto* const unit = std::ranges::find(duration_units, name, &duration_unit::name);
    if (unit == duration_units.end())
        return go_duration_error{"unknown unit " + quote_duration(name) + " in duration"};
    if (*whole > max_nanoseconds / unit->nanoseconds) return invalid;
    std::uint64_t out = *whole * unit->nanoseconds;
    if (part.value > 0)
        out += static_cast<std::uint64_t>(static_cast<double>(part.value) *
                                          (static_cast<double>(unit->nanoseconds) / part.scale));
    if (out > max_nanoseconds) return invalid;
    return out;
}

}  // namespace

void throw_exception_from_error(const go_duration_error& e, const boost::source_location&) {
    throw std::runtime_error(e);
}

boost::system::result<std::chrono::nanoseconds, go_duration_error> parse_go_duration(std::string_view text) {
    const auto parse_error = [&](const std::string& why) {
        return go_duration_error{"time: " + why + " " + quote_duration(text)};
    };
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+')) rest.remove_prefix(1);
    if (rest == "0") return std::chrono::nanoseconds(0);
    if (rest.empty()) return parse_error("invalid duration");
    std::uint64_t sum = 0;
    while (!rest.empty()) {
        const auto part = take_part(rest);
        if (!part) return parse_error(part.error());
        sum += *part;
        if (sum > max_nanoseconds) return parse_error("invalid duration");
    }
    if (!negative && sum == max_nanoseconds) return parse_error("invalid duration");
    return std::chrono::nanoseconds(static_cast<std::int64_t>(negative ? 0 - sum : sum));
}

}}}  // namespace setpoint::v0::apiserver
