#pragma once
// IP addresses and networks (apimachinery, util/validation/ip.go, with strict validation).

#include "apiserver/kinds/shared/names.hpp"

#include <boost/asio/ip/address.hpp>

#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Values that the object had before, and keeps whether they are valid or not.
using old_addresses = std::set<std::string_view>;

messages network_text(std::string_view s);            // IsValidCIDRForLegacyField
messages canonical_network_text(std::string_view s);  // IsValidCIDR
messages interface_address_text(std::string_view s);  // IsValidInterfaceAddress: "10.9.8.7/24"

struct ip_network {
    boost::asio::ip::address address;  // without the bits of hosts
    unsigned short bits = 0;
    bool contains(const boost::asio::ip::address& a) const;  // of the same family
};
// Accepts bits of hosts. Nothing if the text is not a network.
std::optional<ip_network> parse_network(std::string_view s);

}}}  // namespace setpoint::v0::apiserver
