#include "setpoint/core/ip_text.hpp"

namespace setpoint { inline namespace v0 {

std::optional<boost::asio::ip::address> parse_ip(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) return std::nullopt;
    boost::system::error_code failed;
    const auto address = boost::asio::ip::make_address(text, failed);
    if (failed) return std::nullopt;
    return address;
}

}}  // namespace setpoint::v0
