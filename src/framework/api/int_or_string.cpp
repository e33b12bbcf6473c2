#include "setpoint/api/int_or_string.hpp"

#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>

namespace setpoint { inline namespace v0 {

namespace {

constexpr std::int64_t smallest_int32 = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t largest_int32 = std::numeric_limits<std::int32_t>::max();

}  // namespace

std::string int_or_string::to_string() const {
    if (is_integer()) return std::to_string(number_);
    return string_.str();
}

result<std::int32_t> int_or_string::scaled(std::int32_t total, bool round_up) const {
    if (is_integer()) return number_;
    const std::string_view s = string();
    std::int32_t percent = 0;
    const char* const first = std::to_address(s.begin());
    const char* const last = std::to_address(s.end());
    const auto [end, problem] = std::from_chars(first, last, percent);
    if (s.empty() || problem != std::errc() || end + 1 != last || *end != '%') {
        return error(errc::bad_data, fmt::format("\"{}\" is neither a number nor a percentage like 25%", s));
    }
    const std::int64_t hundredths = std::int64_t{percent} * total;
    std::int64_t value = hundredths / 100;
    if (round_up && hundredths % 100 > 0) ++value;
    if (!round_up && hundredths % 100 < 0) --value;
    return static_cast<std::int32_t>(std::min(std::max(value, smallest_int32), largest_int32));
}

namespace json {

bool scalar_traits<int_or_string>::parse(std::string_view s, int_or_string& out) {
    out = int_or_string(s);
    return true;
}

bool scalar_traits<int_or_string>::parse_number(std::int64_t n, int_or_string& out) {
    if (n < smallest_int32 || n > largest_int32) return false;
    out = int_or_string(static_cast<std::int32_t>(n));
    return true;
}

void scalar_traits<int_or_string>::print(const int_or_string& value, std::string& out) {
    if (value.is_string()) {
        quote(value.string(), out);
    } else {
        out += std::to_string(value.integer());
    }
}

}  // namespace json
}}  // namespace setpoint::v0
