#pragma once

#include "setpoint/cel/value.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

// -1, 0 or 1; nothing if the values cannot be ordered. NaN is neither less nor more: compare_real gives 0.
[[nodiscard]] int compare_real(double left, double right);
[[nodiscard]] int compare_numbers(const value& left, const value& right);
[[nodiscard]] bool is_number(const value& tested);

// Conversions that lose nothing, or nothing.
[[nodiscard]] std::optional<std::int64_t> lossless_integer(double number);
[[nodiscard]] std::optional<std::int64_t> lossless_integer(const value& number);

// As Go's strconv and fmt print: %g with the shortest digits, or 'f'.
[[nodiscard]] std::string real_text(double number);
[[nodiscard]] std::string fixed_text(double number);

}}}  // namespace setpoint::v0::cel
