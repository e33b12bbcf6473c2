#pragma once
// Search in long texts, of which std::string::find() looks at each first character.

#include <cstring>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

// Where `part` begins in `text`, from `from` on; npos if nowhere. Precondition: `part` is not empty.
inline std::size_t find_text(std::string_view text, std::string_view part, std::size_t from = 0) {
    if (from >= text.size()) return std::string_view::npos;
    const void* const at = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
    return at ? static_cast<std::size_t>(static_cast<const char*>(at) - text.data()) : std::string_view::npos;
}

}}}  // namespace setpoint::v0::sim
