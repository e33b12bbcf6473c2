#include "core/digits.hpp"
#include <setpoint/api/quantity.hpp>

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace setpoint {

namespace {

using integer = boost::multiprecision::cpp_int;

constexpr std::size_t longest_text = 1024;
constexpr int most_exponent = 10'000;  // far beyond the largest and the smallest value

struct suffix {
    std::string_view name;
    int decimal, binary;  // exponents of 10 and of 2
};
constexpr std::array<suffix, 16> suffixes{{{"", 0, 0},
                                           {"n", -9, 0},
                                           {"u", -6, 0},
                                           {"m", -3, 0},
                                           {"k", 3, 0},
                                           {"M", 6, 0},
                                           {"G", 9, 0},
                                           {"T", 12, 0},
                                           {"P", 15, 0},
                                           {"E", 18, 0},
                                           {"Ki", 0, 10},
                                           {"Mi", 0, 20},
                                           {"Gi", 0, 30},
                                           {"Ti", 0, 40},
                                           {"Pi", 0, 50},
                                           {"Ei", 0, 60}}};

std::string_view take_digits(std::string_view& s) {
    const auto end = std::find_if_not(s.begin(), s.end(), is_digit);
    const std::string_view digits = s.substr(0, static_cast<std::size_t>(end - s.begin()));
    s.remove_prefix(digits.size());
    return digits;
}

// e3, E-2: the number after the letter.
std::optional<int> read_exponent(std::string_view s) {
    s.remove_prefix(1);
    const bool minus = !s.empty() && s.front() == '-';
    if (minus || (!s.empty() && s.front() == '+')) s.remove_prefix(1);
    if (s.empty() || !std::all_of(s.begin(), s.end(), is_digit)) return {};
    int value = 0;
    for (const char c : s) value = std::min(value * 10 + (c - '0'), most_exponent);
    return minus ? -value : value;
}

// whole.fraction * 10^decimal * 2^binary
struct parts {
    bool minus = false;
    std::string_view whole, fraction;
    int decimal = 0, binary = 0;
};

std::optional<parts> split(std::string_view s) {
    if (s.size() > longest_text) return {};
    parts p;
    if (!s.empty() && (s.front() == '-' || s.front() == '+')) {
        p.minus = s.front() == '-';
        s.remove_prefix(1);
    }
    p.whole = take_digits(s);
    if (!s.empty() && s.front() == '.') {
        s.remove_prefix(1);
        p.fraction = take_digits(s);
    }
    if (p.whole.empty() && p.fraction.empty()) return {};
    for (const suffix& u : suffixes) {
        if (u.name != s) continue;
        p.decimal = u.decimal;
        p.binary = u.binary;
        return p;
    }
    if (s.front() != 'e' && s.front() != 'E') return {};
    const auto exponent = read_exponent(s);
    if (!exponent) return {};
    p.decimal = *exponent;
    return p;
}

integer power_of_ten(int exponent) {
    return boost::multiprecision::pow(integer(10), static_cast<unsigned>(exponent));
}

integer divide_up(const integer& n, const integer& by) {
    integer quotient, rest;
    boost::multiprecision::divide_qr(n, by, quotient, rest);
    return rest == 0 ? quotient : quotient + 1;
}

// In billionths, rounded away from zero and capped. Precondition: s is unset or a quantity.
integer billionths(std::string_view s) {
    if (s.empty()) return 0;
    const parts p = *split(s);
    integer n = 0;
    for (const char c : p.whole) n = n * 10 + (c - '0');
    for (const char c : p.fraction) n = n * 10 + (c - '0');
    n <<= static_cast<unsigned>(p.binary);
    const int exponent = p.decimal + 9 - static_cast<int>(p.fraction.size());
    if (n != 0) n = exponent >= 0 ? n * power_of_ten(exponent) : divide_up(n, power_of_ten(-exponent));
    n = std::min(n, integer(integer(std::numeric_limits<std::int64_t>::max()) * 1'000'000'000));
    return p.minus ? integer(-n) : n;
}

std::int64_t rounded(std::string_view s, int unit) {
    const integer n = billionths(s);
    const integer magnitude = divide_up(integer(abs(n)), integer(unit));
    const integer most = std::numeric_limits<std::int64_t>::max();
    if (magnitude > most) {
        return n < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    }
    const auto value = static_cast<std::int64_t>(magnitude);
    return n < 0 ? -value : value;
}

}  // namespace

quantity::quantity(std::int64_t n) : text_(std::to_string(n)) {}

quantity quantity::milli(std::int64_t n) {
    if (n % 1000 == 0) return quantity(n / 1000);
    return quantity(text(std::to_string(n) + "m"));
}

result<quantity> quantity::parse(std::string_view s) {
    if (!split(s)) {
        return error(errc::bad_data, fmt::format("\"{}\" is no quantity: expected one like 500m, 2 or 1.5Gi",
                                                 s.substr(0, 64)));
    }
    return quantity(text(s));
}

std::int64_t quantity::value() const {
    return rounded(view(), 1'000'000'000);
}

std::int64_t quantity::milli_value() const {
    return rounded(view(), 1'000'000);
}

std::weak_ordering operator<=>(const quantity& a, const quantity& b) {
    if (a.text_ == b.text_) return std::weak_ordering::equivalent;
    const int order = billionths(a.view()).compare(billionths(b.view()));
    return order < 0   ? std::weak_ordering::less
           : order > 0 ? std::weak_ordering::greater
                       : std::weak_ordering::equivalent;
}

namespace json {

bool scalar_traits<quantity>::parse(std::string_view s, quantity& out) {
    auto r = quantity::parse(s);
    if (r) out = *r;
    return r.has_value();
}

bool scalar_traits<quantity>::parse_number(std::int64_t n, quantity& out) {
    out = quantity(n);
    return true;
}

void scalar_traits<quantity>::print(const quantity& value, std::string& out) {
    out.append(1, '"').append(value.is_set() ? value.view() : std::string_view("0")).append(1, '"');
}

}  // namespace json
}  // namespace setpoint
