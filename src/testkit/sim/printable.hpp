#pragma once
// Text of strangers, for terminals and pages: names and values in objects may contain anything.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// Valid UTF-8 in one line: control characters, marks that change the direction of writing, and bytes that are
// not UTF-8 become "\x1b" or "\u202e".
std::string printable(std::string_view text);
// Also escapes what has a meaning in HTML, in text and in quoted attributes.
std::string html(std::string_view text);
// The number of characters of printable text, which are one column each but for scripts that need two.
std::size_t columns_of(std::string_view printable_text);
// In lines of at most `columns`, at least one. Breaks at spaces where there are any.
std::vector<std::string> wrapped(std::string_view printable_text, std::size_t columns);
// At most `columns`; the end is "..." if something is missing.
std::string clipped(std::string_view printable_text, std::size_t columns);

std::vector<std::string_view> lines_of(std::string_view text);

}}}  // namespace setpoint::v0::sim
