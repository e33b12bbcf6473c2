#include "cel/kubernetes/quantity.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using boost::multiprecision::cpp_int;

constexpr int nano = -9;

cpp_int power_of_ten(unsigned exponent) {
    return boost::multiprecision::pow(cpp_int(10), exponent);
}

bool fits_integer(const cpp_int& number) {
    return number >= std::numeric_limits<std::int64_t>::min() &&
           number <= std::numeric_limits<std::int64_t>::max();
}

struct quantity_suffix {
    std::string_view text;
    int base;
    int exponent;
};
constexpr std::array<quantity_suffix, 16> suffixes = {{{"Ki", 2, 10},
                                                       {"Mi", 2, 20},
                                                       {"Gi", 2, 30},
                                                       {"Ti", 2, 40},
                                                       {"Pi", 2, 50},
                                                       {"Ei", 2, 60},
                                                       {"n", 10, -9},
                                                       {"u", 10, -6},
                                                       {"m", 10, -3},
                                                       {"", 10, 0},
                                                       {"k", 10, 3},
                                                       {"M", 10, 6},
                                                       {"G", 10, 9},
                                                       {"T", 10, 12},
                                                       {"P", 10, 15},
                                                       {"E", 10, 18}}};

std::optional<quantity_suffix> interpret(std::string_view text) {
    for (const quantity_suffix& each : suffixes) {
        if (each.text == text) return each;
    }
    if (text.size() < 2 || (text[0] != 'e' && text[0] != 'E')) return std::nullopt;
    std::string_view digits = text.substr(1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    int exponent = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (digits.empty() || error != std::errc() || stop != digits.data() + digits.size()) return std::nullopt;
    return quantity_suffix{text, 10, exponent};
}

std::string_view take_digits(std::string_view& text) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::string_view digits = text.substr(0, end);
    text.remove_prefix(end);
    return digits;
}

// Rounds away from zero to a billionth, and cuts at 2^63 - 1.
quantity bounded(quantity made) {
    const bool negative = made.number < 0;
    if (negative) made.number = -made.number;
    if (made.scale < nano) {
        const cpp_int divisor = power_of_ten(static_cast<unsigned>(nano - made.scale));
        made.number = (made.number + divisor - 1) / divisor;
        made.scale = nano;
    }
    const quantity most{cpp_int(std::numeric_limits<std::int64_t>::max()), 0, true};
    if (made.compare(most) > 0) made = most;
    if (negative) made.number = -made.number;
    return made;
}

cpp_int digits_value(std::string_view digits) {
    cpp_int number = 0;
    for (const char c : digits) number = number * 10 + (c - '0');
    return number;
}

}  // namespace

int quantity::compare(const quantity& other) const {
    if (sign() != other.sign()) return sign() < other.sign() ? -1 : 1;
    if (scale == other.scale)
        return number.compare(other.number) < 0 ? -1 : number.compare(other.number) > 0 ? 1 : 0;
    // Numbers are short and scales few in practice; what is far apart is decided by the digits.
    const int difference = scale - other.scale;
    if (std::abs(difference) > 20'000) return (difference > 0) == (sign() > 0) ? 1 : -1;
    const cpp_int factor = power_of_ten(static_cast<unsigned>(std::abs(difference)));
    const cpp_int left = difference > 0 ? cpp_int(number * factor) : number;
    const cpp_int right = difference > 0 ? other.number : cpp_int(other.number * factor);
    return left < right ? -1 : left > right ? 1 : 0;
}

std::optional<std::int64_t> quantity::integer() const {
    if (big || scale < 0 || scale > 19)
        return number == 0 && !big && scale > 0 ? std::optional<std::int64_t>(0) : std::nullopt;
    const cpp_int made = number * power_of_ten(static_cast<unsigned>(scale));
    if (!fits_integer(made)) return std::nullopt;
    return made.convert_to<std::int64_t>();
}

double quantity::approximate() const {
    const double base = number.convert_to<double>();
    return scale == 0 ? base : base * std::pow(10.0, scale);
}

quantity quantity::plus(const quantity& other) const {
    if (!big && !other.big) {
        if (other.number == 0) return *this;
        if (number == 0) return other;
    }
    const quantity& finer = scale <= other.scale ? *this : other;
    const quantity& coarser = scale <= other.scale ? other : *this;
    const int difference = coarser.scale - finer.scale;
    if (difference > 20'000) return coarser;
    quantity made;
    const cpp_int raised = coarser.number * power_of_ten(static_cast<unsigned>(difference));
    made.number = raised + finer.number;
    made.scale = finer.scale;
    made.big = big || other.big || !fits_integer(raised) || !fits_integer(made.number);
    return made;
}

quantity quantity::negated() const {
    quantity made = *this;
    made.number = -made.number;
    return made;
}

// Like ParseQuantity of apimachinery, which reads no digits as zero: "-", "k".
std::optional<quantity> parse_quantity(std::string_view text, std::string& error) {
    const auto refuse = [&](std::string_view why) {
        error = why;
        return std::nullopt;
    };
    constexpr std::string_view wrong_format =
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    if (text.empty()) return refuse(wrong_format);
    if (text == "0") return quantity{};
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+')) rest.remove_prefix(1);
    std::string_view whole = take_digits(rest);
    whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
    std::string_view fraction;
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        fraction = take_digits(rest);
    }
    const std::size_t letters = std::min(rest.find_first_not_of("eEinumkKMGTP"), rest.size());
    std::string_view behind = rest.substr(letters);
    if (behind.starts_with('-') || behind.starts_with('+')) behind.remove_prefix(1);
    take_digits(behind);
    if (!behind.empty()) return refuse(wrong_format);
    const auto suffix = interpret(rest);
    if (!suffix) return refuse("unable to parse quantity's suffix");
    if (std::abs(suffix->exponent) > 20'000) return refuse("unable to parse quantity's suffix");

    quantity made;
    made.number = digits_value(std::string(whole) + std::string(fraction));
    made.scale = -static_cast<int>(fraction.size()) + (suffix->base == 10 ? suffix->exponent : 0);
    if (suffix->base == 2) made.number <<= static_cast<unsigned>(suffix->exponent);
    if (negative) made.number = -made.number;
    const auto digits = static_cast<int>(whole.size() + fraction.size());
    const int precision = suffix->base == 10 ? 18 - digits
                          : fraction.empty()
                              ? 15 - static_cast<int>(whole.size()) - suffix->exponent * 3 / 10 - 1
                              : -1;
    if (precision >= 0 && made.scale >= nano && fits_integer(made.number)) return made;
    made.big = true;
    return bounded(made);
}

}}}  // namespace setpoint::v0::cel
