#include "cel/kubernetes/address.hpp"
#include "cel/kubernetes/held.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "cel/standard_functions.hpp"

#include <array>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

struct sized_address : ip_address {
    [[nodiscard]] std::size_t value_size() const { return bits() / 8; }
};
struct sized_prefix : ip_prefix {
    [[nodiscard]] std::size_t value_size() const { return (length + 7) / 8; }
};

using held_ip = held_value<sized_address, types::ip>;
using held_cidr = held_value<sized_prefix, types::cidr>;

value make_ip(evaluation& in, const ip_address& address) {
    return hold<held_ip>(in, sized_address{address});
}
value make_cidr(evaluation& in, const ip_prefix& prefix) {
    return hold<held_cidr>(in, sized_prefix{prefix});
}

value ip_of(evaluation& in, arguments_view args) {
    std::string error;
    const auto made = parse_address(args[0].text(), error);
    return made ? make_ip(in, *made) : in.error(error);
}

value is_ip(evaluation&, arguments_view args) {
    std::string error;
    return value::boolean(parse_address(args[0].text(), error).has_value());
}

value is_canonical(evaluation& in, arguments_view args) {
    std::string error;
    const auto made = parse_address(args[0].text(), error);
    return made ? value::boolean(made->text() == args[0].text()) : in.error(error);
}

value family_of(evaluation&, arguments_view args) {
    return value::integer(held_in<held_ip>(args[0]).v6 ? 6 : 4);
}
value ip_text(evaluation& in, arguments_view args) {
    return in.text(held_in<held_ip>(args[0]).text());
}

template <bool (ip_address::*test)() const>
value ip_is(evaluation&, arguments_view args) {
    return value::boolean((held_in<held_ip>(args[0]).*test)());
}

value parse_cidr(evaluation& in, const value& text) {
    std::string error;
    const auto made = parse_prefix(text.text(), error);
    return made ? make_cidr(in, *made)
                : in.error("network address parse error during conversion from string: " + error);
}

value cidr_of(evaluation& in, arguments_view args) {
    return parse_cidr(in, args[0]);
}
value is_cidr(evaluation&, arguments_view args) {
    std::string error;
    return value::boolean(parse_prefix(args[0].text(), error).has_value());
}

value contains_ip(evaluation& in, arguments_view args) {
    const sized_prefix& prefix = held_in<held_cidr>(args[0]);
    if (!args[1].is(value_kind::string)) return value::boolean(prefix.contains(held_in<held_ip>(args[1])));
    const value other = ip_of(in, args.subspan(1));
    return other.is_error() ? no_overload_error() : value::boolean(prefix.contains(held_in<held_ip>(other)));
}

value contains_cidr(evaluation& in, arguments_view args) {
    const sized_prefix& prefix = held_in<held_cidr>(args[0]);
    const value other = args[1].is(value_kind::string) ? parse_cidr(in, args[1]) : args[1];
    if (other.is_error()) return other;
    const sized_prefix& inner = held_in<held_cidr>(other);
    return value::boolean(prefix.length <= inner.length && prefix.contains(inner.address));
}

value ip_of_cidr(evaluation& in, arguments_view args) {
    return make_ip(in, held_in<held_cidr>(args[0]).address);
}
value prefix_length(evaluation&, arguments_view args) {
    return value::integer(held_in<held_cidr>(args[0]).length);
}
value masked_cidr(evaluation& in, arguments_view args) {
    return make_cidr(in, held_in<held_cidr>(args[0]).masked());
}
value cidr_text(evaluation& in, arguments_view args) {
    return in.text(held_in<held_cidr>(args[0]).text());
}

constexpr std::array address_rows = std::to_array<function_row>({
    {"ip", "string_to_ip", "(string) -> net.IP", ip_of},
    {"family", "ip_family", ".(net.IP) -> int", family_of},
    {"ip.isCanonical", "ip_is_canonical", "(string) -> bool", is_canonical},
    {"isUnspecified", "ip_is_unspecified", ".(net.IP) -> bool", ip_is<&ip_address::is_unspecified>},
    {"isLoopback", "ip_is_loopback", ".(net.IP) -> bool", ip_is<&ip_address::is_loopback>},
    {"isLinkLocalMulticast", "ip_is_link_local_multicast", ".(net.IP) -> bool",
     ip_is<&ip_address::is_link_local_multicast>},
    {"isLinkLocalUnicast", "ip_is_link_local_unicast", ".(net.IP) -> bool",
     ip_is<&ip_address::is_link_local_unicast>},
    {"isGlobalUnicast", "ip_is_global_unicast", ".(net.IP) -> bool", ip_is<&ip_address::is_global_unicast>},
    {"isIP", "is_ip", "(string) -> bool", is_ip},
    {"string", "ip_to_string", "(net.IP) -> string", ip_text},
    {"cidr", "string_to_cidr", "(string) -> net.CIDR", cidr_of},
    {"containsIP", "cidr_contains_ip_string", ".(net.CIDR, string) -> bool", contains_ip},
    {"containsIP", "cidr_contains_ip_ip", ".(net.CIDR, net.IP) -> bool", contains_ip},
    {"containsCIDR", "cidr_contains_cidr_string", ".(net.CIDR, string) -> bool", contains_cidr},
    {"containsCIDR", "cidr_contains_cidr", ".(net.CIDR, net.CIDR) -> bool", contains_cidr},
    {"ip", "cidr_ip", ".(net.CIDR) -> net.IP", ip_of_cidr},
    {"prefixLength", "cidr_prefix_length", ".(net.CIDR) -> int", prefix_length},
    {"masked", "cidr_masked", ".(net.CIDR) -> net.CIDR", masked_cidr},
    {"isCIDR", "is_cidr", "(string) -> bool", is_cidr},
    {"string", "cidr_to_string", "(net.CIDR) -> string", cidr_text},
});

}  // namespace

void add_addresses(environment& to) {
    to.add_type(&types::ip);
    to.add_type(&types::cidr);
    to.add_functions(address_rows);
}

}}}  // namespace setpoint::v0::cel
