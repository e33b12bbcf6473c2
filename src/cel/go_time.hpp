#pragma once

#include "setpoint/cel/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

inline constexpr std::int64_t least_unix_time = -62135596800;     // 0001-01-01T00:00:00Z
inline constexpr std::int64_t greatest_unix_time = 253402300799;  // 9999-12-31T23:59:59Z
inline constexpr std::int64_t second_nanoseconds = 1'000'000'000;

struct instant {
    std::int64_t seconds = 0;
    std::uint32_t nanoseconds = 0;
    std::int32_t offset = 0;  // of the text, in seconds east of UTC
};

// Go's time.ParseDuration: "1h2m3.5s".
[[nodiscard]] std::optional<std::int64_t> parse_duration(std::string_view text);
// Go's time.Parse with RFC 3339.
[[nodiscard]] std::optional<instant> parse_timestamp(std::string_view text);
// RFC 3339 with as many digits as needed, with that offset.
[[nodiscard]] std::string timestamp_text(std::int64_t seconds, std::uint32_t nanoseconds,
                                         std::int32_t offset = 0);
// Seconds as a decimal number and an s.
[[nodiscard]] std::string duration_text(std::int64_t nanoseconds);

}}}  // namespace setpoint::v0::cel
