#pragma once
// Appends digits to a string where format strings cost too much: fmt::format() took 3,000
// instructions for one time.

#include <chrono>
#include <cstdint>
#include <string>

namespace setpoint { inline namespace v0 {

// Appends the last `count` digits of n, with leading zeros.
void append_decimal(std::uint64_t n, std::size_t count, std::string& out);
void append_hexadecimal(std::uint64_t n, std::size_t count, std::string& out);

// Appends RFC 3339: 2026-01-01T00:00:00Z; if digits > 0, with that many decimal places of a second,
// given by `fraction`.
void append_rfc3339(std::chrono::sys_seconds when, std::uint32_t fraction, std::size_t digits,
                    std::string& out);

}}  // namespace setpoint::v0
