#pragma once
// IP addresses as text.

#include <boost/asio/ip/address.hpp>

#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Parses "10.9.8.7", "fd00::1", "fe80::1%2" (a zone) and "::ffff:10.9.8.7" (stays an IPv6 address).
// Returns nothing for any other text, including one with a NUL byte: Asio's make_address stops
// reading there and accepts "10.9.8.7\0.example.com".
// Never asks a name server. An octet with a leading zero is refused, since some programs read it as
// octal.
std::optional<boost::asio::ip::address> parse_ip(std::string_view text);

}}  // namespace setpoint::v0
