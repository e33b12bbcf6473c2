#pragma once

#include "setpoint/cel/program.hpp"

#include <span>

namespace setpoint { inline namespace v0 { namespace cel {

using arguments_view = std::span<const value>;

[[nodiscard]] value no_overload_error();

// Operators: all overloads of one name.
value add_values(evaluation& in, arguments_view args);
value subtract_values(evaluation& in, arguments_view args);
value multiply_values(evaluation& in, arguments_view args);
value divide_values(evaluation& in, arguments_view args);
value modulo_values(evaluation& in, arguments_view args);
value negate_value(evaluation& in, arguments_view args);
value not_value(evaluation& in, arguments_view args);
value not_strictly_false(evaluation& in, arguments_view args);
value is_less(evaluation& in, arguments_view args);
value is_less_or_equal(evaluation& in, arguments_view args);
value is_greater(evaluation& in, arguments_view args);
value is_greater_or_equal(evaluation& in, arguments_view args);
value is_in(evaluation& in, arguments_view args);
value index_of(evaluation& in, arguments_view args);
value size_of(evaluation& in, arguments_view args);

// Texts.
value contains_text(evaluation& in, arguments_view args);
value starts_with_text(evaluation& in, arguments_view args);
value ends_with_text(evaluation& in, arguments_view args);
value matches_text(evaluation& in, arguments_view args);

// Conversions.
value same_value(evaluation& in, arguments_view args);
value type_of_value(evaluation& in, arguments_view args);
value to_boolean(evaluation& in, arguments_view args);
value to_bytes(evaluation& in, arguments_view args);
value to_real(evaluation& in, arguments_view args);
value to_duration(evaluation& in, arguments_view args);
value to_integer(evaluation& in, arguments_view args);
value to_string(evaluation& in, arguments_view args);
value to_timestamp(evaluation& in, arguments_view args);
value to_unsigned(evaluation& in, arguments_view args);

// Parts of timestamps, in a time zone if there is a second argument, and durations in a unit.
value full_year(evaluation& in, arguments_view args);
value month_of_year(evaluation& in, arguments_view args);
value day_of_year(evaluation& in, arguments_view args);
value day_of_month(evaluation& in, arguments_view args);
value date_of_month(evaluation& in, arguments_view args);
value day_of_week(evaluation& in, arguments_view args);
value hours_of(evaluation& in, arguments_view args);
value minutes_of(evaluation& in, arguments_view args);
value seconds_of(evaluation& in, arguments_view args);
value milliseconds_of(evaluation& in, arguments_view args);

// -1, 0 or 1 as an int, or an error value.
[[nodiscard]] value compare_values(const value& left, const value& right);
// Whether values of that kind can be compared at all.
[[nodiscard]] bool is_comparable(const value& tested);
[[nodiscard]] value convert(evaluation& in, const value& from, value_kind to);

}}}  // namespace setpoint::v0::cel
