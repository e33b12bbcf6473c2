#pragma once
// Rows of cells as lines with columns of equal width. Pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// The number of characters of a UTF-8 text.
std::size_t width_of(std::string_view s);
// Columns are separated by three spaces, and the last one is not filled up.
std::vector<std::string> aligned(const std::vector<std::vector<std::string>>& rows);

}}}  // namespace setpoint::v0::cli
