#pragma once
// IP addresses as text.

#include <boost/asio/ip/address.hpp>

#include <optional>
#include <string_view>

namespace setpoint {

// "10.9.8.7", "fd00::1", "fe80::1%2" (a zone), "::ffff:10.9.8.7" (stays an IPv6 address). Nothing for all
// other text, text with a NUL byte included: Asio's make_address takes "10.9.8.7\0.example.com" for an
// address, as it stops reading there.
std::optional<boost::asio::ip::address> parse_ip(std::string_view text);

}  // namespace setpoint
