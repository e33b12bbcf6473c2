#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// An IP address without a zone, as Go's netip.Addr.
struct ip_address {
    bool v6 = false;
    std::array<std::uint8_t, 16> bytes{};  // the first 4 of IPv4

    [[nodiscard]] unsigned bits() const { return v6 ? 128 : 32; }
    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool is_unspecified() const;
    [[nodiscard]] bool is_loopback() const;
    [[nodiscard]] bool is_multicast() const;
    [[nodiscard]] bool is_link_local_multicast() const;
    [[nodiscard]] bool is_link_local_unicast() const;
    [[nodiscard]] bool is_global_unicast() const;
    friend bool operator==(const ip_address&, const ip_address&) = default;
};

struct ip_prefix {
    ip_address address;
    unsigned length = 0;

    [[nodiscard]] std::string text() const;
    [[nodiscard]] ip_prefix masked() const;
    [[nodiscard]] bool contains(const ip_address& tested) const;
    friend bool operator==(const ip_prefix&, const ip_prefix&) = default;
};

// On failure `error` says why. IPv4 addresses in IPv6 form and zones are refused, as Kubernetes does.
[[nodiscard]] std::optional<ip_address> parse_address(std::string_view text, std::string& error);
[[nodiscard]] std::optional<ip_prefix> parse_prefix(std::string_view text, std::string& error);

}}}  // namespace setpoint::v0::cel
