#include "framework/http/retry_after.hpp"

#include <charconv>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace http {

std::optional<std::chrono::seconds> parse_retry_after(std::string_view value) {
    std::uint32_t seconds = 0;
    const auto [end, ec] = std::from_chars(value.data(), value.data() + value.size(), seconds);
    if (value.empty() || ec != std::errc() || end != value.data() + value.size()) return std::nullopt;
    return std::chrono::seconds(seconds);
}

}}}  // namespace setpoint::v0::http
