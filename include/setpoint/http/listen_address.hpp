#pragma once
// The address that a server listens on, as in flags.

#include "setpoint/core/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace http {

struct listen_address {
    std::string host;        // an address, IPv6 without brackets; empty: all addresses
    std::uint16_t port = 0;  // 0: any free port

    std::string text() const;  // ":8080", "127.0.0.1:8080", "[::1]:8080"
};

// Parses ":8080", "127.0.0.1:8080", "[::1]:8080" or "localhost:8080". Errors: bad_config, naming
// `flag`.
// The host is an IP address, or localhost for 127.0.0.1; other names are refused. The port must be given.
result<listen_address> parse_listen_address(std::string_view s, std::string_view flag);

}}}  // namespace setpoint::v0::http
