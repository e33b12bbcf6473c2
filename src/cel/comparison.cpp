#include "cel/attribute.hpp"
#include "cel/numbers.hpp"
#include "cel/pattern.hpp"
#include "cel/standard_functions.hpp"
#include "cel/utf8.hpp"

#include <cmath>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

template <class T>
value ordered(const T& left, const T& right) {
    return value::integer(left < right ? -1 : right < left ? 1 : 0);
}

bool is_nan(const value& tested) {
    return tested.is(value_kind::real) && std::isnan(tested.as_real());
}

template <class Test>
value decide(arguments_view args, Test test) {
    const value order = compare_values(args[0], args[1]);
    return order.is_error() ? order : value::boolean(test(order.as_integer()));
}

}  // namespace

bool is_comparable(const value& tested) {
    switch (tested.kind()) {
        case value_kind::boolean:
        case value_kind::integer:
        case value_kind::unsigned_integer:
        case value_kind::real:
        case value_kind::string:
        case value_kind::bytes:
        case value_kind::duration:
        case value_kind::timestamp:
            return true;
        default:
            return false;
    }
}

value compare_values(const value& left, const value& right) {
    if (is_number(left) && is_number(right)) {
        if (is_nan(left) || is_nan(right)) return value::error("NaN values cannot be ordered");
        return value::integer(compare_numbers(left, right));
    }
    if (is_nan(left)) return value::error("NaN values cannot be ordered");
    if (left.kind() != right.kind()) return no_overload_error();
    switch (left.kind()) {
        case value_kind::boolean:
            return ordered(left.as_boolean(), right.as_boolean());
        case value_kind::string:
        case value_kind::bytes:
            return ordered(left.text(), right.text());
        case value_kind::duration:
            return ordered(left.nanoseconds(), right.nanoseconds());
        case value_kind::timestamp:
            return ordered(std::tuple(left.seconds(), left.subsecond()),
                           std::tuple(right.seconds(), right.subsecond()));
        default:
            return no_overload_error();
    }
}

value is_less(evaluation&, arguments_view args) {
    return decide(args, [](std::int64_t order) { return order < 0; });
}
value is_less_or_equal(evaluation&, arguments_view args) {
    return decide(args, [](std::int64_t order) { return order <= 0; });
}
value is_greater(evaluation&, arguments_view args) {
    return decide(args, [](std::int64_t order) { return order > 0; });
}
value is_greater_or_equal(evaluation&, arguments_view args) {
    return decide(args, [](std::int64_t order) { return order >= 0; });
}

value is_in(evaluation& in, arguments_view args) {
    arena& memory = in.memory();
    if (args[1].is(value_kind::map)) return value::boolean(args[1].find(args[0], memory).has_value());
    if (!args[1].is(value_kind::list)) return no_overload_error();
    for (std::size_t i = 0; i < args[1].size(); ++i) {
        if (equal(args[0], args[1].at(i, memory), memory)) return value::boolean(true);
    }
    return value::boolean(false);
}

value index_of(evaluation& in, arguments_view args) {
    return index_value(args[0], args[1], in.memory());
}

value size_of(evaluation&, arguments_view args) {
    switch (args[0].kind()) {
        case value_kind::string:
        case value_kind::bytes:
        case value_kind::list:
        case value_kind::map:
            return value::integer(static_cast<std::int64_t>(actual_size(args[0])));
        case value_kind::opaque:
            if (const auto size = args[0].opaque().size())
                return value::integer(static_cast<std::int64_t>(*size));
            return no_overload_error();
        default:
            return no_overload_error();
    }
}

namespace {

bool both_texts(arguments_view args) {
    return args[0].is(value_kind::string) && args[1].is(value_kind::string);
}

}  // namespace

value contains_text(evaluation&, arguments_view args) {
    if (!both_texts(args)) return no_overload_error();
    return value::boolean(args[0].text().find(args[1].text()) != std::string_view::npos);
}

value starts_with_text(evaluation&, arguments_view args) {
    return both_texts(args) ? value::boolean(args[0].text().starts_with(args[1].text()))
                            : no_overload_error();
}

value ends_with_text(evaluation&, arguments_view args) {
    return both_texts(args) ? value::boolean(args[0].text().ends_with(args[1].text())) : no_overload_error();
}

value matches_text(evaluation& in, arguments_view args) {
    if (!both_texts(args)) return no_overload_error();
    const call_pattern pattern(in, args[1].text());
    if (!pattern.ok()) return pattern.error(in);
    return value::boolean(re2::RE2::PartialMatch(
        re2::StringPiece(args[0].text().data(), args[0].text().size()), pattern.get()));
}

}}}  // namespace setpoint::v0::cel
