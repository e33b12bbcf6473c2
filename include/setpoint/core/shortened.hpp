#pragma once
// Text of others within a limit.

#include <string>
#include <string_view>

namespace setpoint {

// `text` when it has at most `limit` bytes; otherwise its beginning and "...", together at most `limit`
// bytes, cut between two characters of UTF-8. `limit` is at least 3.
std::string shortened(std::string_view text, std::size_t limit);

}  // namespace setpoint
