#include "cel/kubernetes/address.hpp"

#include "cel/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

// Go's netip.ParseAddr, with its messages.
class address_reader {
public:
    explicit address_reader(std::string_view text) : text_(text) {}

    std::optional<ip_address> run() {
        const std::size_t first = text_.find_first_of(".:%");
        if (first == std::string_view::npos) return fail("unable to parse IP");
        if (text_[first] == '%') return fail("missing IPv6 address");
        if (text_[first] == ':') return read_v6();
        if (!read_v4(text_, 0)) return std::nullopt;
        return made_;
    }

    [[nodiscard]] std::string error() const {
        return fmt::format("ParseAddr({}): {}", go_quoted(text_), message_);
    }
    [[nodiscard]] bool has_zone() const { return has_zone_; }

private:
    std::nullopt_t fail(std::string_view message, std::string_view at = {}) {
        message_ = at.empty() ? std::string(message) : fmt::format("{} (at {})", message, go_quoted(at));
        return std::nullopt;
    }

    bool read_v4(std::string_view part, std::size_t into) {
        unsigned value = 0;
        std::size_t position = 0;
        unsigned digits = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            const char c = part[i];
            if (c >= '0' && c <= '9') {
                if (digits == 1 && value == 0) return fail("IPv4 field has octet with leading zero"), false;
                value = value * 10 + static_cast<unsigned>(c - '0');
                ++digits;
                if (value > 255) return fail("IPv4 field has value >255"), false;
            } else if (c == '.') {
                if (i == 0 || i + 1 == part.size() || part[i - 1] == '.') {
                    return fail("IPv4 field must have at least one digit", part.substr(i)), false;
                }
                if (position == 3) return fail("IPv4 address too long"), false;
                made_.bytes[into + position++] = static_cast<std::uint8_t>(value);
                value = digits = 0;
            } else {
                return fail("unexpected character", part.substr(i)), false;
            }
        }
        if (position < 3) return fail("IPv4 address too short"), false;
        made_.bytes[into + 3] = static_cast<std::uint8_t>(value);
        return true;
    }

    static int hex(char c) {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    }

    // One group of hexadecimal digits; its length, or nothing after a failure.
    std::optional<std::size_t> read_group(std::string_view rest, unsigned& group) {
        std::size_t length = 0;
        for (group = 0; length < rest.size() && hex(rest[length]) >= 0; ++length) {
            if (length > 3) return fail("each group must have 4 or less digits", rest);
            group = group << 4U | static_cast<unsigned>(hex(rest[length]));
        }
        if (length == 0) {
            if (rest.empty()) return fail("each colon-separated field must have at least one digit");
            return fail("each colon-separated field must have at least one digit", rest);
        }
        return length;
    }

    std::optional<ip_address> read_v6() {
        made_.v6 = true;
        std::string_view rest = text_;
        if (const std::size_t zone = rest.find('%'); zone != std::string_view::npos) {
            has_zone_ = true;
            if (zone + 1 == rest.size()) return fail("zone must be a non-empty string");
            rest = rest.substr(0, zone);
        }
        int ellipsis = -1;
        if (rest.starts_with("::")) {
            ellipsis = 0;
            rest.remove_prefix(2);
            if (rest.empty()) return made_;
        }
        std::size_t at = 0;
        while (at < 16) {
            unsigned group = 0;
            const auto length = read_group(rest, group);
            if (!length) return std::nullopt;
            if (*length < rest.size() && rest[*length] == '.') {
                if (ellipsis < 0 && at != 12)
                    return fail("embedded IPv4 address must replace the final 2 fields of the address", rest);
                if (at + 4 > 16)
                    return fail("too many hex fields to fit an embedded IPv4 at the end of the address",
                                rest);
                if (!read_v4(rest, at)) return std::nullopt;
                rest = {};
                at += 4;
                break;
            }
            made_.bytes[at] = static_cast<std::uint8_t>(group >> 8U);
            made_.bytes[at + 1] = static_cast<std::uint8_t>(group & 255U);
            at += 2;
            rest.remove_prefix(*length);
            if (rest.empty()) break;
            if (rest[0] != ':') return fail("unexpected character, want colon", rest);
            if (rest.size() == 1) return fail("colon must be followed by more characters", rest);
            rest.remove_prefix(1);
            if (rest[0] != ':') continue;
            if (ellipsis >= 0) return fail("multiple :: in address", rest);
            ellipsis = static_cast<int>(at);
            rest.remove_prefix(1);
            if (rest.empty()) break;
        }
        if (!rest.empty()) return fail("trailing garbage after address", rest);
        return expand(at, ellipsis);
    }

    std::optional<ip_address> expand(std::size_t at, int ellipsis) {
        if (at == 16) {
            if (ellipsis >= 0) return fail("the :: must expand to at least one field of zeros");
            return made_;
        }
        if (ellipsis < 0) return fail("address string too short");
        auto& bytes = made_.bytes;
        const auto start = bytes.begin() + ellipsis;
        std::move_backward(start, bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.end());
        std::fill(start, start + static_cast<std::ptrdiff_t>(16 - at), std::uint8_t{0});
        return made_;
    }

    std::string_view text_;
    std::string message_;
    ip_address made_;
    bool has_zone_ = false;
};

bool is_mapped(const ip_address& tested) {
    const auto zeros =
        std::all_of(tested.bytes.begin(), tested.bytes.begin() + 10, [](auto byte) { return byte == 0; });
    return tested.v6 && zeros && tested.bytes[10] == 0xFF && tested.bytes[11] == 0xFF;
}

// The longest run of at least two zero groups, as ::.
std::string v6_text(const ip_address& shown) {
    const auto group = [&](std::size_t i) {
        return unsigned{shown.bytes[2 * i]} << 8U | shown.bytes[2 * i + 1];
    };
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

bool ip_address::is_multicast() const {
    return v6 ? bytes[0] == 0xFF : (bytes[0] & 0xF0U) == 0xE0;
}

bool ip_address::is_link_local_multicast() const {
    return v6 ? bytes[0] == 0xFF && (bytes[1] & 0x0FU) == 2
              : bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0;
}

bool ip_address::is_link_local_unicast() const {
    return v6 ? bytes[0] == 0xFE && (bytes[1] & 0xC0U) == 0x80 : bytes[0] == 169 && bytes[1] == 254;
}

bool ip_address::is_global_unicast() const {
    const bool broadcast =
        !v6 && std::all_of(bytes.begin(), bytes.begin() + 4, [](auto byte) { return byte == 255; });
    return !broadcast && !is_unspecified() && !is_loopback() && !is_multicast() && !is_link_local_unicast();
}

std::string ip_prefix::text() const {
    return fmt::format("{}/{}", address.text(), length);
}

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
    address_reader reader(text);
    const auto made = reader.run();
    if (!made) {
        error = fmt::format("IP Address {} parse error during conversion from string: {}", go_quoted(text),
                            reader.error());
    } else if (reader.has_zone()) {
        error = fmt::format("IP address {} with zone value is not allowed", go_quoted(text));
    } else if (is_mapped(*made)) {
        error = fmt::format("IPv4-mapped IPv6 address {} is not allowed", go_quoted(text));
    } else {
        return made;
    }
    return std::nullopt;
}

std::optional<ip_prefix> parse_prefix(std::string_view text, std::string& error) {
    const std::size_t slash = text.rfind('/');
    const auto refuse = [&](std::string_view why) {
        error = fmt::format(
            "network address parse error during conversion from string: netip.ParsePrefix({}): {}",
            go_quoted(text), why);
        return std::nullopt;
    };
    if (slash == std::string_view::npos) return refuse("no '/'");
    address_reader reader(text.substr(0, slash));
    const auto address = reader.run();
    if (!address) return refuse(reader.error());
    if (reader.has_zone()) return refuse("IPv6 zones cannot be present in a prefix");
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

}}}  // namespace setpoint::v0::cel
