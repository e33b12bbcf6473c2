#pragma once
// Where a server listens, as flags say it.

#include "setpoint/core/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint::http {

struct listen_address {
    std::string host;        // an address, an IPv6 one without brackets; empty: all addresses of the machine
    std::uint16_t port = 0;  // 0: any free one

    std::string text() const;  // ":8080", "127.0.0.1:8080", "[::1]:8080"
};

// ":8080", "127.0.0.1:8080", "[::1]:8080", "localhost:8080". Error: bad_config, naming `flag`.
result<listen_address> parse_listen_address(std::string_view s, std::string_view flag);

}  // namespace setpoint::http
