#include "apiserver/go/net.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int too_big = 0xFFFFFF;  // `big` in Go's net/parse.go

bool is_decimal(char c) {
    return c >= '0' && c <= '9';
}

// Consumes the leading number of `s`. Returns -1 if there is none or it is too big.
int take_decimal(std::string_view& s) {
    int n = 0;
    std::size_t i = 0;
    for (; i < s.size() && is_decimal(s[i]); ++i) {
        n = n * 10 + (s[i] - '0');
        if (n >= too_big) return -1;
    }
    s.remove_prefix(i);
    return i == 0 ? -1 : n;
}

bool is_v4(std::string_view s, bool sloppy) {
    for (int i = 0; i < 4; ++i) {
        if (i > 0) {
            if (s.empty() || s.front() != '.') return false;
            s.remove_prefix(1);
        }
        const std::string_view before = s;
        const int n = take_decimal(s);
        if (n < 0 || n > 255) return false;
        if (!sloppy && before.size() - s.size() > 1 && before.front() == '0') return false;
    }
    return s.empty();
}

// The number of leading digits that form a group of an IPv6 address; 0 if invalid.
std::size_t group_digits(std::string_view s, bool sloppy) {
    int n = 0;
    std::size_t i = 0;
    for (; i < s.size() && hex_digit(s[i]) >= 0; ++i) {
        n = n * 16 + hex_digit(s[i]);
        if (n > 0xFFFF || (!sloppy && i > 3)) return 0;
    }
    return i;
}

// `s` has no zone.
bool is_v6(std::string_view s, bool sloppy) {
    bool shortened = false;  // "::" was read
    int bytes = 0;
    if (s.starts_with("::")) {
        shortened = true;
        s.remove_prefix(2);
        if (s.empty()) return true;
    }
    while (bytes < 16) {
        const std::size_t digits = group_digits(s, sloppy);
        if (digits == 0) return false;
        if (digits < s.size() && s[digits] == '.') {
            if (!shortened && bytes != 12) return false;
            if (bytes + 4 > 16 || !is_v4(s, sloppy)) return false;
            s = {};
            bytes += 4;
            break;
        }
        bytes += 2;
        s.remove_prefix(digits);
        if (s.empty()) break;
        if (s.front() != ':' || s.size() == 1) return false;
        s.remove_prefix(1);
        if (s.front() == ':') {
            if (shortened) return false;
            shortened = true;
            s.remove_prefix(1);
            if (s.empty()) break;
        }
    }
    return s.empty() && (bytes < 16) == shortened;
}

bool is_hex_pair(std::string_view s, std::size_t at, char next) {
    if (at + 2 < s.size() && s[at + 2] != next && next != '\0') return false;
    return at + 2 <= s.size() && hex_digit(s[at]) >= 0 && hex_digit(s[at + 1]) >= 0;
}

bool is_mac_length(std::size_t bytes) {
    return bytes == 6 || bytes == 8 || bytes == 20;
}

}  // namespace

int hex_digit(char c) {
    if (is_decimal(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

address_family go_address(std::string_view text) {
    const std::size_t first = text.find_first_of(".:%");
    if (first == std::string_view::npos || text[first] == '%') return address_family::none;
    if (text[first] == '.') return is_v4(text, false) ? address_family::v4 : address_family::none;
    const std::size_t zone = text.find('%');
    if (zone != std::string_view::npos && zone + 1 == text.size()) return address_family::none;
    return is_v6(text.substr(0, zone), false) ? address_family::v6 : address_family::none;
}

address_family go_ip(std::string_view text) {
    return text.find('%') == std::string_view::npos ? go_address(text) : address_family::none;
}

address_family sloppy_ip(std::string_view text) {
    const std::size_t first = text.find_first_of(".:");
    if (first == std::string_view::npos) return address_family::none;
    if (text[first] == '.') return is_v4(text, true) ? address_family::v4 : address_family::none;
    return is_v6(text, true) ? address_family::v6 : address_family::none;
}

bool is_sloppy_cidr(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return false;
    const std::string_view address = text.substr(0, slash);
    std::string_view mask = text.substr(slash + 1);
    const int bits = take_decimal(mask);
    if (bits < 0 || !mask.empty()) return false;
    if (is_v4(address, true)) return bits <= 32;
    return is_v6(address, true) && bits <= 128;
}

bool is_mac(std::string_view text) {
    if (text.size() < 12) return false;
    const bool by_two = text[2] == ':' || text[2] == '-', by_four = !by_two && text[4] == '.';
    const std::size_t step = by_two ? 3 : by_four ? 5 : 2;
    if ((text.size() + (step == 2 ? 0 : 1)) % step != 0) return false;
    const std::size_t groups = (text.size() + (step == 2 ? 0 : 1)) / step;
    if (!is_mac_length(by_four ? groups * 2 : groups)) return false;
    for (std::size_t at = 0; at < text.size(); at += step) {
        if (!is_hex_pair(text, at, by_two ? text[2] : '\0')) return false;
        if (by_four && !is_hex_pair(text, at + 2, '.')) return false;
    }
    return true;
}

}}}  // namespace setpoint::v0::apiserver
