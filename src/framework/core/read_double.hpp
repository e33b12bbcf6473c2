#pragma once
// std::from_chars for a double: libc++ has it only since version 20.

#include <charconv>

namespace setpoint { inline namespace v0 {

// Reads the number at the front of [first, last), which has at least one digit and consists of digits, a
// point, signs and an exponent; like std::from_chars.
std::from_chars_result read_double(const char* first, const char* last, double& out);

// The same by the C library, whose locale must be "C", the one in which a program starts.
std::from_chars_result read_double_by_strtod(const char* first, const char* last, double& out);

}}  // namespace setpoint::v0
