#include "cel/numbers.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr double two_to_63 = 9223372036854775808.0;
constexpr double two_to_64 = 18446744073709551616.0;

int compare_real_integer(double left, std::int64_t right) {
    if (left < -two_to_63) return -1;
    if (left > two_to_63) return 1;
    return compare_real(left, static_cast<double>(right));
}

int compare_real_unsigned(double left, std::uint64_t right) {
    if (left < 0) return -1;
    if (left > two_to_64) return 1;
    return compare_real(left, static_cast<double>(right));
}

int compare_integer_unsigned(std::int64_t left, std::uint64_t right) {
    if (left < 0) return -1;
    const auto same = static_cast<std::uint64_t>(left);
    return same < right ? -1 : same > right ? 1 : 0;
}

template <class T>
int compare_same(T left, T right) {
    return left < right ? -1 : left > right ? 1 : 0;
}

int compare_from_real(double left, const value& right) {
    switch (right.kind()) {
        case value_kind::integer:
            return compare_real_integer(left, right.as_integer());
        case value_kind::unsigned_integer:
            return compare_real_unsigned(left, right.as_unsigned());
        default:
            return compare_real(left, right.as_real());
    }
}

}  // namespace

int compare_real(double left, double right) {
    return compare_same(left, right);
}

bool is_number(const value& tested) {
    return tested.is(value_kind::integer) || tested.is(value_kind::unsigned_integer) ||
           tested.is(value_kind::real);
}

int compare_numbers(const value& left, const value& right) {
    if (left.is(value_kind::real)) return compare_from_real(left.as_real(), right);
    if (right.is(value_kind::real)) return -compare_from_real(right.as_real(), left);
    if (left.is(value_kind::integer)) {
        return right.is(value_kind::integer)
                   ? compare_same(left.as_integer(), right.as_integer())
                   : compare_integer_unsigned(left.as_integer(), right.as_unsigned());
    }
    return right.is(value_kind::unsigned_integer)
               ? compare_same(left.as_unsigned(), right.as_unsigned())
               : -compare_integer_unsigned(right.as_integer(), left.as_unsigned());
}

std::optional<std::int64_t> lossless_integer(double number) {
    if (!(number >= -two_to_63 && number < two_to_63) || std::trunc(number) != number) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

std::optional<std::int64_t> lossless_integer(const value& number) {
    switch (number.kind()) {
        case value_kind::integer:
            return number.as_integer();
        case value_kind::real:
            return lossless_integer(number.as_real());
        case value_kind::unsigned_integer:
            if (number.as_unsigned() <= std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
                return static_cast<std::int64_t>(number.as_unsigned());
            }
            return std::nullopt;
        default:
            return std::nullopt;
    }
}

namespace {

std::string special_text(double number) {
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "+Inf" : "-Inf";
    return {};
}

}  // namespace

// Go's %g switches to an exponent below -4 and from 6 on.
std::string real_text(double number) {
    if (std::string special = special_text(number); !special.empty()) return special;
    std::array<char, 400> text{};
    const auto scientific =
        std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::scientific);
    const std::string shown(text.data(), scientific.ptr);
    const int exponent = std::atoi(shown.c_str() + shown.find('e') + 1);
    if (exponent < -4 || exponent >= 6) return shown;
    return fixed_text(number);
}

std::string fixed_text(double number) {
    if (std::string special = special_text(number); !special.empty()) return special;
    std::array<char, 400> text{};
    const auto fixed =
        std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    return {text.data(), fixed.ptr};
}

}}}  // namespace setpoint::v0::cel
