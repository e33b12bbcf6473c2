#include "setpoint/core/shortened.hpp"

namespace setpoint { inline namespace v0 {

std::string_view utf8_prefix(std::string_view text, std::size_t limit) noexcept {
    if (text.size() <= limit) return text;
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0) == 0x80) --limit;
    return text.substr(0, limit);
}

std::string shortened(std::string_view text, std::size_t limit) {
    constexpr std::string_view ellipsis = "...";
    if (text.size() <= limit) return std::string(text);
    return std::string(utf8_prefix(text, limit - ellipsis.size())).append(ellipsis);
}

}}  // namespace setpoint::v0
