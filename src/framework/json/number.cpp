#include "framework/json/number.hpp"

#include "framework/core/read_double.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

// Prints 9.2e18 as 92 and zeros. `mantissa`: "-9.2"; `exponent`: "18", at least the number of
// digits after the point.
void append_whole(std::string_view mantissa, std::string_view exponent, std::string& out) {
    std::size_t zeros = 0;
    std::from_chars(exponent.data(), exponent.data() + exponent.size(), zeros);
    const std::size_t point = mantissa.find('.');
    out.append(mantissa.substr(0, point));
    if (point != mantissa.npos) {
        out.append(mantissa.substr(point + 1));
        zeros -= mantissa.size() - point - 1;
    }
    out.append(zeros, '0');
}

// Whether the magnitude is below 1, judged by its digits: from_chars() does not report at which end
// a number is out of range.
bool below_one(std::string_view number) {
    const std::size_t e = std::min(number.find_first_of("eE"), number.size());
    const std::string_view mantissa = number.substr(0, e);
    const std::size_t point = std::min(mantissa.find('.'), e);
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == mantissa.npos) return true;
    // 0.00x is x times ten to the -3, x00.0 x times ten to the 2.
    const std::int64_t power =
        static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) - (first < point);
    if (e == number.size()) return power < 0;
    std::string_view exponent = number.substr(e + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    std::int64_t stated = 0;
    const auto read = std::from_chars(exponent.data(), exponent.data() + exponent.size(), stated);
    if (read.ec != std::errc()) return exponent.starts_with('-');
    return stated < -power;
}

}  // namespace

std::optional<double> read_number(std::string_view text) {
    double d = 0;
    const auto read = read_double(text.data(), text.data() + text.size(), d);
    if (read.ec == std::errc()) return d;
    if (!below_one(text)) return std::nullopt;
    return text.starts_with('-') ? -0.0 : 0.0;
}

void append_number(double d, std::string& out) {
    if (!std::isfinite(d)) {
        out += "null";
        return;
    }
    const double size = std::fabs(d);
    char room[32];  // the longest are like -0.0000012345678901234567
    const bool plain = size == 0 || (size >= 1e-6 && size < 1e21);
    // Above this, digits without an exponent would be those of the exact integer, not the shortest
    // that read back.
    constexpr double few_digits = 0x1p53;
    const auto form = plain && size < few_digits ? std::chars_format::fixed : std::chars_format::scientific;
    const std::string_view text(room, std::to_chars(std::begin(room), std::end(room), d, form).ptr);
    const std::size_t e = text.find('e');
    if (e == text.npos) {
        out.append(text);
    } else if (plain) {
        append_whole(text.substr(0, e), text.substr(e + 2), out);
    } else {
        // A negative exponent has at least one digit (e-7), a positive one two.
        const bool zero = text.substr(e, 3) == "e-0";
        out.append(text.substr(0, zero ? e + 2 : text.size()));
        if (zero) out.append(text.substr(e + 3));
    }
}

}}}  // namespace setpoint::v0::json
