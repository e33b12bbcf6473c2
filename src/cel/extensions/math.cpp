#include "cel/builder.hpp"
#include "cel/numbers.hpp"
#include "cel/standard_functions.hpp"
#include "setpoint/cel/libraries.hpp"
#include "setpoint/cel/program.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

template <double (*round)(double)>
value rounded(evaluation&, arguments_view args) {
    return value::real(round(args[0].as_real()));
}
double ceiling(double x) {
    return std::ceil(x);
}
double floor_of(double x) {
    return std::floor(x);
}
double nearest(double x) {
    return std::round(x);
}
double truncated(double x) {
    return std::trunc(x);
}
double absolute(double x) {
    return std::fabs(x);
}

value is_infinite(evaluation&, arguments_view args) {
    return value::boolean(std::isinf(args[0].as_real()));
}
value is_not_a_number(evaluation&, arguments_view args) {
    return value::boolean(std::isnan(args[0].as_real()));
}
value is_finite(evaluation&, arguments_view args) {
    return value::boolean(std::isfinite(args[0].as_real()));
}

value absolute_integer(evaluation&, arguments_view args) {
    const std::int64_t number = args[0].as_integer();
    if (number == std::numeric_limits<std::int64_t>::min()) return value::error("integer overflow");
    return value::integer(number < 0 ? -number : number);
}

value sign_of(evaluation&, arguments_view args) {
    switch (args[0].kind()) {
        case value_kind::real: {
            const double x = args[0].as_real();
            return std::isnan(x) ? args[0] : value::real(x > 0 ? 1 : x < 0 ? -1 : 0);
        }
        case value_kind::integer:
            return value::integer(args[0].as_integer() > 0 ? 1 : args[0].as_integer() < 0 ? -1 : 0);
        default:
            return value::unsigned_integer(args[0].as_unsigned() > 0 ? 1 : 0);
    }
}

value square_root(evaluation&, arguments_view args) {
    switch (args[0].kind()) {
        case value_kind::real:
            return value::real(std::sqrt(args[0].as_real()));
        case value_kind::integer:
            return value::real(std::sqrt(static_cast<double>(args[0].as_integer())));
        default:
            return value::real(std::sqrt(static_cast<double>(args[0].as_unsigned())));
    }
}

value with_bits(const value& like, std::uint64_t bits) {
    return like.is(value_kind::integer) ? value::integer(static_cast<std::int64_t>(bits))
                                        : value::unsigned_integer(bits);
}
value bit_and(evaluation&, arguments_view args) {
    return with_bits(args[0], args[0].as_unsigned() & args[1].as_unsigned());
}
value bit_or(evaluation&, arguments_view args) {
    return with_bits(args[0], args[0].as_unsigned() | args[1].as_unsigned());
}
value bit_xor(evaluation&, arguments_view args) {
    return with_bits(args[0], args[0].as_unsigned() ^ args[1].as_unsigned());
}
value bit_not(evaluation&, arguments_view args) {
    return with_bits(args[0], ~args[0].as_unsigned());
}

template <bool left>
value shift_bits(evaluation& in, arguments_view args) {
    const std::int64_t by = args[1].as_integer();
    if (by < 0)
        return in.error(fmt::format("math.bitShift{}() negative offset: {}", left ? "Left" : "Right", by));
    if (by > 63) return with_bits(args[0], 0);
    const std::uint64_t bits = args[0].as_unsigned();
    return with_bits(args[0], left ? bits << static_cast<unsigned>(by) : bits >> static_cast<unsigned>(by));
}

template <bool least>
value extreme_of(evaluation& in, const value& first, const value& second) {
    const value order = compare_values(first, second);
    if (order.is_error()) return in.error(fmt::format("{}: math.@{}", order.text(), least ? "min" : "max"));
    return order.as_integer() == (least ? 1 : -1) ? second : first;
}

template <bool least>
value extreme_pair(evaluation& in, arguments_view args) {
    return extreme_of<least>(in, args[0], args[1]);
}

template <bool least>
value extreme_list(evaluation& in, arguments_view args) {
    if (args[0].size() == 0) {
        return in.error(fmt::format("math.@{}(list) argument must not be empty", least ? "min" : "max"));
    }
    value found = args[0].at(0, in.memory());
    for (std::size_t i = 1; i < args[0].size() && !found.is_error(); ++i) {
        found = extreme_of<least>(in, found, args[0].at(i, in.memory()));
    }
    if (is_number(found)) return found;
    return in.error(fmt::format("no such overload: math.@{}", least ? "min" : "max"));
}

constexpr std::array rounding_rows = std::to_array<function_row>({
    {"math.ceil", "math_ceil_double", "(double) -> double", rounded<ceiling>},
    {"math.floor", "math_floor_double", "(double) -> double", rounded<floor_of>},
    {"math.round", "math_round_double", "(double) -> double", rounded<nearest>},
    {"math.trunc", "math_trunc_double", "(double) -> double", rounded<truncated>},
    {"math.isInf", "math_isInf_double", "(double) -> bool", is_infinite},
    {"math.isNaN", "math_isNaN_double", "(double) -> bool", is_not_a_number},
    {"math.isFinite", "math_isFinite_double", "(double) -> bool", is_finite},
    {"math.abs", "math_abs_double", "(double) -> double", rounded<absolute>},
    {"math.abs", "math_abs_int", "(int) -> int", absolute_integer},
    {"math.abs", "math_abs_uint", "(uint) -> uint", same_value},
    {"math.sign", "math_sign_double", "(double) -> double", sign_of},
    {"math.sign", "math_sign_int", "(int) -> int", sign_of},
    {"math.sign", "math_sign_uint", "(uint) -> uint", sign_of},
    {"math.bitAnd", "math_bitAnd_int_int", "(int, int) -> int", bit_and},
    {"math.bitAnd", "math_bitAnd_uint_uint", "(uint, uint) -> uint", bit_and},
    {"math.bitOr", "math_bitOr_int_int", "(int, int) -> int", bit_or},
    {"math.bitOr", "math_bitOr_uint_uint", "(uint, uint) -> uint", bit_or},
    {"math.bitXor", "math_bitXor_int_int", "(int, int) -> int", bit_xor},
    {"math.bitXor", "math_bitXor_uint_uint", "(uint, uint) -> uint", bit_xor},
    {"math.bitNot", "math_bitNot_int_int", "(int) -> int", bit_not},
    {"math.bitNot", "math_bitNot_uint_uint", "(uint) -> uint", bit_not},
    {"math.bitShiftLeft", "math_bitShiftLeft_int_int", "(int, int) -> int", shift_bits<true>},
    {"math.bitShiftLeft", "math_bitShiftLeft_uint_int", "(uint, int) -> uint", shift_bits<true>},
    {"math.bitShiftRight", "math_bitShiftRight_int_int", "(int, int) -> int", shift_bits<false>},
    {"math.bitShiftRight", "math_bitShiftRight_uint_int", "(uint, int) -> uint", shift_bits<false>},
});
constexpr std::array root_rows = std::to_array<function_row>({
    {"math.sqrt", "math_sqrt_double", "(double) -> double", square_root},
    {"math.sqrt", "math_sqrt_int", "(int) -> double", square_root},
    {"math.sqrt", "math_sqrt_uint", "(uint) -> double", square_root},
});

void add_extremes(environment& to, std::string_view name, function pair, function list) {
    constexpr std::array<std::string_view, 3> numbers = {"double", "int", "uint"};
    const std::string function = fmt::format("math.@{}", name);
    const auto add = [&](const std::string& id, const std::string& signature, cel::function implementation) {
        const std::array rows = {function_row{function, id, signature, implementation}};
        to.add_functions(rows);
    };
    for (const auto number : numbers)
        add(fmt::format("math_@{}_{}", name, number), fmt::format("({0}) -> {0}", number), same_value);
    for (const auto first : numbers) {
        for (const auto second : numbers) {
            add(fmt::format("math_@{}_{}_{}", name, first, second),
                fmt::format("({}, {}) -> {}", first, second, first == second ? first : "dyn"), pair);
        }
    }
    for (const auto number : numbers)
        add(fmt::format("math_@{}_list_{}", name, number), fmt::format("(list({0})) -> {0}", number), list);
}

}  // namespace

void add_math(environment& to, int version) {
    to.add_macros(math_macros());
    add_extremes(to, "min", extreme_pair<true>, extreme_list<true>);
    add_extremes(to, "max", extreme_pair<false>, extreme_list<false>);
    if (version >= 1) to.add_functions(rounding_rows);
    if (version >= 2) to.add_functions(root_rows);
}

}}}  // namespace setpoint::v0::cel
