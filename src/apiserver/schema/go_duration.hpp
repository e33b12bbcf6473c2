#pragma once
// Go's time.ParseDuration: "1h30m", "1.5s", "-20ms".

#include <boost/system/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace setpoint::apiserver {

// The message of Go's error.
struct go_duration_error : std::string {};
[[noreturn]] void throw_exception_from_error(const go_duration_error& e, const boost::source_location&);

boost::system::result<std::chrono::nanoseconds, go_duration_error> read_go_duration(std::string_view text);

}  // namespace setpoint::apiserver
