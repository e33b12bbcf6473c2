#include "apiserver/objects/quantity_text.hpp"

#include "setpoint/api/quantity.hpp"

#include <array>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

__extension__ using wide = __int128;
enum class format : std::uint8_t { decimal, binary, exponent };

constexpr wide nano = 1'000'000'000;
constexpr wide largest = (wide(1) << 63) * nano;
// With the largest divisor of a suffix, 10^18, their scale fits 128 bits.
constexpr int most_fraction_digits = 18;

struct parsed {
    bool negative = false;
    format how = format::decimal;
    wide value = 0;  // in billionths
};

// Sets the factor of the suffix, in billionths; suffixes below one use a divisor. Returns false if
// unknown.
bool read_suffix(std::string_view s, parsed& out, wide& factor, wide& divisor) {
    constexpr std::string_view si = "numkMGTPE";
    factor = divisor = 1;
    if (s.empty()) return true;
    if (s.size() == 2 && s[1] == 'i') {
        const std::size_t i = std::string_view("KMGTPE").find(s[0]);
        if (i == std::string_view::npos) return false;
        out.how = format::binary;
        factor = wide(1) << (10 * (i + 1));
        return true;
    }
    if (s.size() == 1 && si.find(s[0]) != std::string_view::npos) {
        const auto i = static_cast<int>(si.find(s[0]));
        const int exponent = i < 3 ? 3 * (i - 3) : 3 * (i - 2);
        for (int n = 0; n < exponent; ++n) factor *= 10;
        for (int n = 0; n > exponent; --n) divisor *= 10;
        return true;
    }
    if (s[0] != 'e' && s[0] != 'E') return false;
    s.remove_prefix(1);
    const bool down = !s.empty() && s[0] == '-';
    if (!s.empty() && (s[0] == '-' || s[0] == '+')) s.remove_prefix(1);
    int exponent = 0;
    if (s.empty() || s.size() > 2) return false;
    for (const char c : s) {
        if (c < '0' || c > '9') return false;
        exponent = exponent * 10 + (c - '0');
    }
    if (exponent > 18) return false;
    out.how = format::exponent;
    for (int n = 0; n < exponent; ++n) (down ? divisor : factor) *= 10;
    return true;
}

// False for an invalid text, and for one that needs more than 128 bits.
bool read(std::string_view s, parsed& out) {
    if (!s.empty() && (s[0] == '-' || s[0] == '+')) {
        out.negative = s[0] == '-';
        s.remove_prefix(1);
    }
    wide digits = 0, scale = 1;
    int fraction_digits = 0;
    bool any = false, point = false;
    std::size_t i = 0;
    for (; i < s.size(); ++i) {
        if (s[i] == '.' && !point) {
            point = true;
        } else if (s[i] >= '0' && s[i] <= '9') {
            any = true;
            if (digits > largest / nano) return false;
            digits = digits * 10 + (s[i] - '0');
            if (!point) continue;
            if (++fraction_digits > most_fraction_digits) return false;
            scale *= 10;
        } else {
            break;
        }
    }
    wide factor = 1, divisor = 1;
    if (!any || !read_suffix(s.substr(i), out, factor, divisor)) return false;
    // digits * factor * nano / (scale * divisor), rounded up. No intermediate result overflows.
    const wide below = scale * divisor;
    if (digits != 0 && factor > largest / digits) return false;
    const wide product = digits * factor;
    if (product / below > largest / nano) return false;
    const wide whole = product / below, rest = product % below;
    if (rest != 0 && below > largest) return false;
    out.value = whole * nano + (rest * nano + below - 1) / below;
    return out.value <= largest;
}

std::string text(wide v) {
    std::string out;
    do {
        out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(v % 10)));
        v /= 10;
    } while (v != 0);
    return out;
}

std::string print_binary(wide whole) {
    constexpr std::array<const char*, 7> suffix{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
    std::size_t i = 0;
    for (; i + 1 < suffix.size() && whole % 1024 == 0; ++i) whole /= 1024;
    return text(whole) + suffix[i];
}

std::string print_decimal(wide v, format how) {
    constexpr std::array<const char*, 10> suffix{"n", "u", "m", "", "k", "M", "G", "T", "P", "E"};
    std::size_t i = 0;
    for (; i + 1 < suffix.size() && v % 1000 == 0; ++i) v /= 1000;
    if (how == format::decimal) return text(v) + suffix[i];
    const int exponent = 3 * (static_cast<int>(i) - 3);
    return exponent == 0 ? text(v) : text(v) + "e" + std::to_string(exponent);
}

}  // namespace

std::string canonical_quantity(std::string_view s, bool milli) {
    parsed p;
    if (!read(s, p)) {
        const auto exact = quantity::parse(s);
        std::string text = exact ? exact->canonical().to_string() : std::string(s);
        if (!exact || !milli || text == s) return text;
        return canonical_quantity(text, milli);
    }
    if (p.value == 0) return "0";
    if (milli) {
        constexpr wide step = 1'000'000;
        p.value = (p.value + step - 1) / step * step;
    }
    const bool binary = p.how == format::binary && p.value % nano == 0 && p.value >= 1024 * nano;
    const std::string out = binary
                                ? print_binary(p.value / nano)
                                : print_decimal(p.value, p.how == format::binary ? format::decimal : p.how);
    return p.negative ? "-" + out : out;
}

}}}  // namespace setpoint::v0::apiserver
