#pragma once
// Addresses as Go's net packages read them, which several string formats go by.

#include <cstdint>
#include <string_view>

namespace setpoint::apiserver {

enum class address_family : std::uint8_t { none, v4, v6 };

// net/netip.ParseAddr: an IPv6 address may have a zone, numbers of dotted addresses no leading zeros.
address_family go_address(std::string_view text);
// net.ParseIP: as above, without a zone.
address_family go_ip(std::string_view text);
// ParseIPSloppy and ParseCIDRSloppy of k8s.io/utils/net: numbers may begin with zeros.
address_family sloppy_ip(std::string_view text);
bool is_sloppy_cidr(std::string_view text);
// net.ParseMAC: 6, 8 or 20 bytes, in pairs with colons or dashes, in fours with dots, or without any.
bool is_mac(std::string_view text);

}  // namespace setpoint::apiserver
