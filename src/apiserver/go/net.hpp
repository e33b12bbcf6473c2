#pragma once
// Network addresses, URLs and mail addresses as parsed by Go's net packages; several string formats
// use them.

#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

int hex_digit(char c);  // -1 if not hexadecimal

enum class address_family : std::uint8_t { none, v4, v6 };

// net/netip.ParseAddr: an IPv6 address may have a zone; numbers of an IPv4 address have no leading
// zeros.
address_family go_address(std::string_view text);
// net.ParseIP: the same without a zone.
address_family go_ip(std::string_view text);
// ParseIPSloppy and ParseCIDRSloppy of k8s.io/utils/net: numbers may have leading zeros.
address_family sloppy_ip(std::string_view text);
bool is_sloppy_cidr(std::string_view text);
// net.ParseMAC: 6, 8 or 20 bytes; pairs separated by colons or dashes, groups of four by dots, or
// no separator.
bool is_mac(std::string_view text);

// Whether url.ParseRequestURI accepts `text`: an absolute URI, an absolute path, or "*". A fragment
// is part of the path.
bool is_request_uri(std::string_view text);

// Whether mail.ParseAddress accepts `text`: one address of RFC 5322, optionally with a name,
// comments or a group around it.
bool is_mail_address(std::string_view text);

}}}  // namespace setpoint::v0::apiserver
