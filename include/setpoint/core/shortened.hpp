#pragma once
// Limits the length of foreign text.

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns `text` if it has at most `limit` bytes. Otherwise returns its beginning and "...",
// together at most `limit` bytes, cut between two UTF-8 characters. Precondition: limit >= 3.
//     error_text += shortened(server_text, 256);
// O(limit). `text` need not be valid UTF-8: the cut then is within 3 bytes of the limit.
std::string shortened(std::string_view text, std::size_t limit);

// Returns the longest beginning of `text` that has at most `limit` bytes and ends between two UTF-8
// characters. Valid as long as `text`.
std::string_view utf8_prefix(std::string_view text, std::size_t limit) noexcept;

}}  // namespace setpoint::v0
