#pragma once
// Times and durations as parsed by Go's time package.

#include <boost/system/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Returns the error of time.Parse for RFC 3339, or "" if `text` is valid. `micro` requires a
// fraction of six digits, as MicroTime does.
std::string time_error(std::string_view text, bool micro);

int days_in_month(int year, int month);  // `month` from 1 to 12

// The message of Go's error.
struct go_duration_error : std::string {};
[[noreturn]] void throw_exception_from_error(const go_duration_error& e, const boost::source_location&);

// time.ParseDuration: "1h30m", "1.5s", "-20ms".
boost::system::result<std::chrono::nanoseconds, go_duration_error> parse_go_duration(std::string_view text);

}}}  // namespace setpoint::v0::apiserver
