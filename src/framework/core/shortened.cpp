#include "setpoint/core/shortened.hpp"

namespace setpoint {

std::string shortened(std::string_view text, std::size_t limit) {
    constexpr std::string_view ellipsis = "...";
    if (text.size() <= limit) return std::string(text);
    std::size_t end = limit - ellipsis.size();
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
    return std::string(text.substr(0, end)).append(ellipsis);
}

}  // namespace setpoint
