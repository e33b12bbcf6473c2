#include "cel/kubernetes/address.hpp"

#include "cel/quote.hpp"

#include <fmt/format.h>

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace setpoint::inline v0::cel {

namespace {

std::optional<ip_address> read_address(std::string_view text) {
    ip_address made;
    const std::string kept(text);
    made.v6 = kept.find(':') != std::string::npos;
    if (kept.find('\0') != std::string::npos) return std::nullopt;
    if (inet_pton(made.v6 ? AF_INET6 : AF_INET, kept.c_str(), made.bytes.data()) != 1) return std::nullopt;
    return made;
}

bool is_mapped(const ip_address& tested) {
    const auto zeros = std::all_of(tested.bytes.begin(), tested.bytes.begin() + 10, [](auto byte) { return byte == 0; });
    return tested.v6 && zeros && tested.bytes[10] == 0xFF && tested.bytes[11] == 0xFF;
}

// The longest run of at least two zero groups, as ::.
std::string v6_text(const ip_address& shown) {
    const auto group = [&](std::size_t i) { return unsigned{shown.bytes[2 * i]} << 8U | shown.bytes[2 * i + 1]; };
    std::size_t start = 8;
    std::size_t length = 1;
    for (std::size_t i = 0; i < 8; ++i) {
        std::size_t end = i;
        while (end < 8 && group(end) == 0) ++end;
        if (end - i > length) {
            start = i;
            length = end - i;
        }
    }
    std::string text;
    for (std::size_t i = 0; i < 8; ++i) {
        if (i == start) {
            text += "::";
            i += length;
            if (i >= 8) break;
        } else if (i > 0) {
            text += ":";
        }
        text += fmt::format("{:x}", group(i));
    }
    return text;
}

}  // namespace

std::string ip_address::text() const {
    return v6 ? v6_text(*this) : fmt::format("{}.{}.{}.{}", bytes[0], bytes[1], bytes[2], bytes[3]);
}

bool ip_address::is_unspecified() const {
    return std::all_of(bytes.begin(), bytes.end(), [](auto byte) { return byte == 0; });
}

bool ip_address::is_loopback() const {
    if (!v6) return bytes[0] == 127;
    return bytes[15] == 1 && std::all_of(bytes.begin(), bytes.end() - 1, [](auto byte) { return byte == 0; });
}

bool ip_address::is_multicast() const { return v6 ? bytes[0] == 0xFF : (bytes[0] & 0xF0U) == 0xE0; }

bool ip_address::is_link_local_multicast() const {
    return v6 ? bytes[0] == 0xFF && (bytes[1] & 0x0FU) == 2 : bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0;
}

bool ip_address::is_link_local_unicast() const {
    return v6 ? bytes[0] == 0xFE && (bytes[1] & 0xC0U) == 0x80 : bytes[0] == 169 && bytes[1] == 254;
}

bool ip_address::is_global_unicast() const {
    const bool broadcast = !v6 && std::all_of(bytes.begin(), bytes.begin() + 4, [](auto byte) { return byte == 255; });
    return !broadcast && !is_unspecified() && !is_loopback() && !is_multicast() && !is_link_local_unicast();
}

std::string ip_prefix::text() const { return fmt::format("{}/{}", address.text(), length); }

ip_prefix ip_prefix::masked() const {
    ip_prefix made = *this;
    for (unsigned bit = length; bit < address.bits(); ++bit) {
        made.address.bytes[bit / 8] &= static_cast<std::uint8_t>(~(0x80U >> bit % 8));
    }
    return made;
}

bool ip_prefix::contains(const ip_address& tested) const {
    return tested.v6 == address.v6 && ip_prefix{tested, length}.masked() == masked();
}

std::optional<ip_address> parse_address(std::string_view text, std::string& error) {
    const auto made = read_address(text);
    if (!made) {
        const std::string quoted = go_quoted(text);
        if (text.find(':') != std::string_view::npos && text.find('%') != std::string_view::npos &&
            read_address(text.substr(0, text.find('%'))) && !text.ends_with('%')) {
            error = fmt::format("IP address {} with zone value is not allowed", quoted);
        } else {
            error = fmt::format("IP Address {0} parse error during conversion from string: ParseAddr({0}): unable to parse IP", quoted);
        }
        return std::nullopt;
    }
    if (is_mapped(*made)) {
        error = fmt::format("IPv4-mapped IPv6 address {} is not allowed", go_quoted(text));
        return std::nullopt;
    }
    return made;
}

std::optional<ip_prefix> parse_prefix(std::string_view text, std::string& error) {
    const std::size_t slash = text.rfind('/');
    const auto refuse = [&](std::string_view why) {
        error = fmt::format("network address parse error during conversion from string: netip.ParsePrefix({}): {}", go_quoted(text), why);
        return std::nullopt;
    };
    if (slash == std::string_view::npos) return refuse("no '/'");
    const auto address = read_address(text.substr(0, slash));
    if (!address) return refuse(fmt::format("ParseAddr({}): unable to parse IP", go_quoted(text.substr(0, slash))));
    const std::string_view bits = text.substr(slash + 1);
    unsigned length = 0;
    const auto [stop, failure] = std::from_chars(bits.data(), bits.data() + bits.size(), length);
    const bool canonical = bits.size() == 1 || (!bits.empty() && bits[0] != '0');
    if (failure != std::errc() || stop != bits.data() + bits.size() || !canonical) {
        return refuse("bad bits after slash: " + go_quoted(bits));
    }
    if (length > address->bits()) return refuse("prefix length out of range");
    if (is_mapped(*address)) {
        error = fmt::format("IPv4-mapped IPv6 address {} is not allowed", go_quoted(text));
        return std::nullopt;
    }
    return ip_prefix{*address, length};
}

}  // namespace setpoint::inline v0::cel
