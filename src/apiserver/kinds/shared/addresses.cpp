#include "apiserver/kinds/shared/addresses.hpp"

#include "apiserver/go/net.hpp"
#include "apiserver/kinds/shared/names.hpp"
#include "setpoint/core/ip_text.hpp"

#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <fmt/format.h>

#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace ip = boost::asio::ip;

ip::address network_of(const ip::address& a, unsigned short bits) {
    if (a.is_v4()) return ip::make_network_v4(a.to_v4(), bits).network();
    return ip::make_network_v6(a.to_v6(), bits).network();
}

unsigned short bits_of(std::string_view s) {
    const std::string_view digits = s.substr(s.find('/') + 1);
    unsigned short bits = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    return bits;
}

}  // namespace

messages network_text(std::string_view s) {
    if (!is_sloppy_cidr(s)) return {"must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"};
    const std::size_t slash = s.find('/');
    const std::string_view digits = s.substr(slash + 1);
    const auto address = parse_ip(s.substr(0, slash));
    if (!address || (digits.size() > 1 && digits.front() == '0'))
        return {"must not have leading 0s in IP or prefix length"};
    if (address->is_v6() && address->to_v6().is_v4_mapped())
        return {"must not have an IPv4-mapped IPv6 address"};
    if (network_of(*address, bits_of(s)) != *address)
        return {"must not have bits set beyond the prefix length"};
    return {};
}

messages canonical_network_text(std::string_view s) {
    messages out = network_text(s);
    if (!out.empty()) return out;
    const std::string text =
        fmt::format("{}/{}", parse_ip(s.substr(0, s.find('/')))->to_string(), bits_of(s));
    if (text != s) out.push_back(fmt::format("must be in canonical form (\"{}\")", text));
    return out;
}

messages interface_address_text(std::string_view s) {
    constexpr unsigned short v4_bits = 32, mapped_bits = 96;
    const auto address =
        is_sloppy_cidr(s) ? parse_ip(without_leading_zeros(s.substr(0, s.find('/')))) : std::nullopt;
    if (!address) return {"must be a valid address in CIDR form, (e.g. 10.9.8.7/24 or 2001:db8::1/64)"};
    unsigned short bits = bits_of(s);
    ip::address shown = *address;
    if (shown.is_v6() && shown.to_v6().is_v4_mapped()) {
        shown = ip::make_address_v4(ip::v4_mapped, shown.to_v6());
        if (bits > v4_bits) bits = static_cast<unsigned short>(bits - mapped_bits);
    }
    const std::string text = fmt::format("{}/{}", shown.to_string(), bits);
    if (text == s) return {};
    return {fmt::format("must be in canonical form (\"{}\")", text)};
}

bool ip_network::contains(const ip::address& a) const {
    return a.is_v4() == address.is_v4() && network_of(a, bits) == address;
}

std::optional<ip_network> parse_network(std::string_view s) {
    const auto address = is_sloppy_cidr(s) ? parse_ip(s.substr(0, s.find('/'))) : std::nullopt;
    if (!address) return std::nullopt;
    return ip_network{network_of(*address, bits_of(s)), bits_of(s)};
}

}}}  // namespace setpoint::v0::apiserver
