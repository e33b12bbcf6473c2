#include "cel/collections.hpp"
#include "cel/go_time.hpp"
#include "cel/numbers.hpp"
#include "cel/standard_functions.hpp"

#include <limits>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

value no_overload_error() {
    return value::error("no such overload");
}

namespace {

constexpr std::int64_t least_integer = std::numeric_limits<std::int64_t>::min();

value integer_overflow() {
    return value::error("integer overflow");
}
value unsigned_overflow() {
    return value::error("unsigned integer overflow");
}

using integer_operation = bool (*)(std::int64_t, std::int64_t, std::int64_t*);
using unsigned_operation = bool (*)(std::uint64_t, std::uint64_t, std::uint64_t*);

template <class T>
bool add_overflows(T left, T right, T* result) {
    return __builtin_add_overflow(left, right, result);
}
template <class T>
bool subtract_overflows(T left, T right, T* result) {
    return __builtin_sub_overflow(left, right, result);
}
template <class T>
bool multiply_overflows(T left, T right, T* result) {
    return __builtin_mul_overflow(left, right, result);
}

value checked(integer_operation operation, const value& left, const value& right) {
    std::int64_t result = 0;
    return operation(left.as_integer(), right.as_integer(), &result) ? integer_overflow()
                                                                     : value::integer(result);
}

value checked(unsigned_operation operation, const value& left, const value& right) {
    std::uint64_t result = 0;
    return operation(left.as_unsigned(), right.as_unsigned(), &result) ? unsigned_overflow()
                                                                       : value::unsigned_integer(result);
}

value checked_duration(integer_operation operation, const value& left, const value& right) {
    std::int64_t result = 0;
    if (operation(left.nanoseconds(), right.nanoseconds(), &result)) return integer_overflow();
    return value::duration(result);
}

value shifted(const value& time, std::int64_t nanoseconds) {
    std::int64_t seconds = 0;
    if (__builtin_add_overflow(time.seconds(), nanoseconds / second_nanoseconds, &seconds))
        return integer_overflow();
    std::int64_t rest = std::int64_t{time.subsecond()} + nanoseconds % second_nanoseconds;
    if (rest < 0) {
        rest += second_nanoseconds;
        --seconds;
    } else if (rest >= second_nanoseconds) {
        rest -= second_nanoseconds;
        ++seconds;
    }
    if (seconds < least_unix_time || seconds > greatest_unix_time) return value::error("timestamp overflow");
    return value::timestamp(seconds, static_cast<std::uint32_t>(rest), time.offset());
}

value between(const value& later, const value& earlier) {
    std::int64_t nanoseconds = 0;
    const std::int64_t seconds = later.seconds() - earlier.seconds();
    const std::int64_t rest = std::int64_t{later.subsecond()} - earlier.subsecond();
    if (__builtin_mul_overflow(seconds, second_nanoseconds, &nanoseconds) ||
        __builtin_add_overflow(nanoseconds, rest, &nanoseconds)) {
        return integer_overflow();
    }
    return value::duration(nanoseconds);
}

value joined_texts(evaluation& in, const value& left, const value& right) {
    std::string text(left.text());
    text += right.text();
    const std::string_view kept = in.memory().copy(std::string_view(text));
    return left.is(value_kind::string) ? value::string(kept) : value::bytes(kept);
}

value add_lists(evaluation& in, const value& left, const value& right) {
    if (!is_growing(left)) return concatenate(left, right, in.memory());
    for (std::size_t i = 0; i < right.size(); ++i) append(left, right.at(i, in.memory()), in.memory());
    return left;
}

value quotient(const value& left, const value& right) {
    if (right.as_integer() == 0) return value::error("division by zero");
    if (left.as_integer() == least_integer && right.as_integer() == -1) return integer_overflow();
    return value::integer(left.as_integer() / right.as_integer());
}

value remainder(const value& left, const value& right) {
    if (right.as_integer() == 0) return value::error("modulus by zero");
    if (left.as_integer() == least_integer && right.as_integer() == -1) return integer_overflow();
    return value::integer(left.as_integer() % right.as_integer());
}

}  // namespace

value add_values(evaluation& in, arguments_view args) {
    const value& left = args[0];
    const value& right = args[1];
    if (left.is(value_kind::duration) && right.is(value_kind::timestamp))
        return shifted(right, left.nanoseconds());
    if (left.is(value_kind::timestamp) && right.is(value_kind::duration))
        return shifted(left, right.nanoseconds());
    if (left.kind() != right.kind()) return no_overload_error();
    switch (left.kind()) {
        case value_kind::integer:
            return checked(add_overflows<std::int64_t>, left, right);
        case value_kind::unsigned_integer:
            return checked(add_overflows<std::uint64_t>, left, right);
        case value_kind::real:
            return value::real(left.as_real() + right.as_real());
        case value_kind::string:
        case value_kind::bytes:
            return joined_texts(in, left, right);
        case value_kind::list:
            return add_lists(in, left, right);
        case value_kind::duration:
            return checked_duration(add_overflows<std::int64_t>, left, right);
        default:
            return no_overload_error();
    }
}

value subtract_values(evaluation&, arguments_view args) {
    const value& left = args[0];
    const value& right = args[1];
    if (left.is(value_kind::timestamp) && right.is(value_kind::duration)) {
        if (right.nanoseconds() == least_integer) return integer_overflow();
        return shifted(left, -right.nanoseconds());
    }
    if (left.kind() != right.kind()) return no_overload_error();
    switch (left.kind()) {
        case value_kind::integer:
            return checked(subtract_overflows<std::int64_t>, left, right);
        case value_kind::unsigned_integer:
            return checked(subtract_overflows<std::uint64_t>, left, right);
        case value_kind::real:
            return value::real(left.as_real() - right.as_real());
        case value_kind::timestamp:
            return between(left, right);
        case value_kind::duration:
            return checked_duration(subtract_overflows<std::int64_t>, left, right);
        default:
            return no_overload_error();
    }
}

value multiply_values(evaluation&, arguments_view args) {
    if (args[0].kind() != args[1].kind()) return no_overload_error();
    switch (args[0].kind()) {
        case value_kind::integer:
            return checked(multiply_overflows<std::int64_t>, args[0], args[1]);
        case value_kind::unsigned_integer:
            return checked(multiply_overflows<std::uint64_t>, args[0], args[1]);
        case value_kind::real:
            return value::real(args[0].as_real() * args[1].as_real());
        default:
            return no_overload_error();
    }
}

value divide_values(evaluation&, arguments_view args) {
    if (args[0].kind() != args[1].kind()) return no_overload_error();
    switch (args[0].kind()) {
        case value_kind::integer:
            return quotient(args[0], args[1]);
        case value_kind::unsigned_integer:
            if (args[1].as_unsigned() == 0) return value::error("division by zero");
            return value::unsigned_integer(args[0].as_unsigned() / args[1].as_unsigned());
        case value_kind::real:
            return value::real(args[0].as_real() / args[1].as_real());
        default:
            return no_overload_error();
    }
}

value modulo_values(evaluation&, arguments_view args) {
    if (args[0].kind() != args[1].kind()) return no_overload_error();
    if (args[0].is(value_kind::integer)) return remainder(args[0], args[1]);
    if (!args[0].is(value_kind::unsigned_integer)) return no_overload_error();
    if (args[1].as_unsigned() == 0) return value::error("modulus by zero");
    return value::unsigned_integer(args[0].as_unsigned() % args[1].as_unsigned());
}

value negate_value(evaluation&, arguments_view args) {
    switch (args[0].kind()) {
        case value_kind::integer:
            if (args[0].as_integer() == least_integer) return integer_overflow();
            return value::integer(-args[0].as_integer());
        case value_kind::real:
            return value::real(-args[0].as_real());
        case value_kind::duration:
            if (args[0].nanoseconds() == least_integer) return integer_overflow();
            return value::duration(-args[0].nanoseconds());
        default:
            return no_overload_error();
    }
}

value not_value(evaluation&, arguments_view args) {
    return args[0].is(value_kind::boolean) ? value::boolean(!args[0].as_boolean()) : no_overload_error();
}

value not_strictly_false(evaluation&, arguments_view args) {
    return args[0].is(value_kind::boolean) ? args[0] : value::boolean(true);
}

}}}  // namespace setpoint::v0::cel
