#include "setpoint/api/quantity.hpp"

#include "framework/core/ascii.hpp"
#include "setpoint/core/shortened.hpp"

#include <boost/multiprecision/cpp_int.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <ostream>
#include <stdexcept>

namespace setpoint { inline namespace v0 {

namespace {

using integer = boost::multiprecision::cpp_int;

// Far beyond the largest and the smallest value. Clients choose exponents, and each digit costs.
constexpr int most_exponent = 1000;

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

// e3, E-2: the number after the letter, at most `most`.
int read_exponent(std::string_view s, int most) {
    s.remove_prefix(1);
    const bool minus = !s.empty() && s.front() == '-';
    if (minus || (!s.empty() && s.front() == '+')) s.remove_prefix(1);
    int value = 0;
    for (const char c : s) value = std::min(value * 10 + (c - '0'), most);
    return minus ? -value : value;
}

// The kind of suffix, which results inherit.
enum class notation : std::uint8_t { decimal, binary, exponent };

// whole.fraction * 10^decimal * 2^binary
struct parts {
    bool minus = false;
    std::string_view whole, fraction;
    int decimal = 0, binary = 0;
    notation how = notation::decimal;
};

// Precondition: s is a quantity.
parts split(std::string_view s) {
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
    for (const suffix& u : suffixes) {
        if (u.name != s) continue;
        p.decimal = u.decimal;
        p.binary = u.binary;
        if (u.binary > 0) p.how = notation::binary;
        return p;
    }
    p.decimal = read_exponent(s, most_exponent);
    p.how = notation::exponent;
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

// Returns billionths, rounded away from zero and capped where Go caps. Precondition: s is unset or
// a quantity.
integer billionths(std::string_view s) {
    if (s.empty()) return 0;
    const parts p = split(s);
    integer n = 0;
    for (const char c : p.whole) n = n * 10 + (c - '0');
    for (const char c : p.fraction) n = n * 10 + (c - '0');
    n <<= static_cast<unsigned>(p.binary);
    const int exponent = p.decimal + 9 - static_cast<int>(p.fraction.size());
    if (n != 0) n = exponent >= 0 ? n * power_of_ten(exponent) : divide_up(n, power_of_ten(-exponent));
    if (p.how == notation::binary)
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

// Divides n by `factor` while there is no remainder, at most `most` times. Returns how often.
int divide_out(integer& n, int factor, int most) {
    int times = 0;
    for (; times < most && n % factor == 0; ++times) n /= factor;
    return times;
}

// Quantity.CanonicalizeBytes of Go's library.
std::string canonical_text(const integer& value, notation how) {
    if (value == 0) return "0";
    constexpr int one = 1'000'000'000, kibi = 1024;
    integer n = abs(value);
    const std::string sign = value < 0 ? "-" : "";
    if (how == notation::binary && n >= integer(one) * kibi && n % one == 0) {
        n /= one;
        constexpr std::array<std::string_view, 7> units{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
        const int times = divide_out(n, kibi, static_cast<int>(units.size()) - 1);
        return sign + n.str() + std::string(units[static_cast<std::size_t>(times)]);
    }
    constexpr std::array<std::string_view, 10> units{"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    const bool exponent = how == notation::exponent;
    const int times = divide_out(n, 1000, exponent ? most_exponent : static_cast<int>(units.size()) - 1);
    if (!exponent) return sign + n.str() + std::string(units[static_cast<std::size_t>(times)]);
    return sign + n.str() + (times == 3 ? "" : fmt::format("e{}", 3 * times - 9));
}

// Of a quantity with a larger exponent than is computed with, whose digits are only moved. "" for others.
std::string shifted_text(std::string_view s) {
    constexpr int longest_exponent = 100'000'000;
    const std::size_t letter = s.find_first_of("eE");
    if (letter == std::string_view::npos) return {};
    const parts p = split(s);
    if (p.how != notation::exponent) return {};
    // A fraction may bring the exponent back into the range that is computed with.
    int exponent = read_exponent(s.substr(letter), longest_exponent) - static_cast<int>(p.fraction.size());
    if (exponent < most_exponent) return {};
    std::string digits(p.whole);
    digits.append(p.fraction);
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    if (digits.empty()) return "0";
    for (; digits.back() == '0'; digits.pop_back()) ++exponent;
    for (; exponent % 3 != 0; --exponent) digits += '0';
    return fmt::format("{}{}e{}", p.minus ? "-" : "", digits, exponent);
}

// The notation of results whose left operand this is; Go treats a fraction with a binary suffix as
// decimal.
notation notation_of(std::string_view s) {
    if (s.empty()) return notation::decimal;
    const notation how = split(s).how;
    return how == notation::binary && abs(billionths(s)) < 1'000'000'000 ? notation::decimal : how;
}
std::string added(std::string_view a, std::string_view b, int sign) {
    const integer left = billionths(a);
    return canonical_text(left + sign * billionths(b), notation_of(left == 0 ? b : a));
}

}  // namespace

quantity::quantity(std::int64_t n) : text_(std::to_string(n)) {}

quantity quantity::milli(std::int64_t n) {
    if (n % 1000 == 0) return quantity(n / 1000);
    return {valid(), interned_string(std::to_string(n) + "m")};
}

quantity quantity::bytes(std::int64_t n) {
    return {valid(), interned_string(canonical_text(integer(n) * 1'000'000'000, notation::binary))};
}

result<quantity> quantity::parse(std::string_view s) {
    if (!detail::is_quantity(s)) {
        return error(
            errc::bad_data,
            fmt::format("\"{}\" is not a quantity: expected one like 500m, 2 or 1.5Gi", shortened(s, 64)));
    }
    return quantity(valid(), interned_string(s));
}

quantity quantity::checked(std::string_view s) {
    auto q = parse(s);
    if (!q) throw std::invalid_argument(q.error().message);
    return std::move(*q);
}

std::int64_t quantity::value() const {
    return rounded(view(), 1'000'000'000);
}

std::int64_t quantity::milli_value() const {
    return rounded(view(), 1'000'000);
}

double quantity::to_double() const {
    const boost::multiprecision::cpp_rational exact(billionths(view()), 1'000'000'000);
    return exact.convert_to<double>();
}

quantity quantity::canonical() const {
    if (std::string shifted = shifted_text(view()); !shifted.empty())
        return {valid(), interned_string(shifted)};
    return {valid(), interned_string(canonical_text(billionths(view()), notation_of(view())))};
}

quantity operator+(const quantity& a, const quantity& b) {
    return {quantity::valid(), interned_string(added(a.view(), b.view(), 1))};
}

quantity operator-(const quantity& a, const quantity& b) {
    return {quantity::valid(), interned_string(added(a.view(), b.view(), -1))};
}

quantity operator*(const quantity& a, std::int64_t n) {
    return {quantity::valid(),
            interned_string(canonical_text(billionths(a.view()) * n, notation_of(a.view())))};
}

std::ostream& operator<<(std::ostream& out, const quantity& q) {
    return out << q.view();
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
}}  // namespace setpoint::v0
