#include "framework/core/utf8.hpp"
#include "framework/json/yaml_scalar.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace json {
namespace {

constexpr std::string_view digits = "0123456789";

bool only(std::string_view s, std::string_view allowed) {
    return !s.empty() && s.find_first_not_of(allowed) == s.npos;
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_word(std::string_view s, std::string_view word) {
    return std::equal(s.begin(), s.end(), word.begin(), word.end(),
                      [](char a, char b) { return lower(a) == b; });
}

std::string_view take(std::string_view& s, std::string_view allowed) {
    const std::size_t n = std::min(s.find_first_not_of(allowed), s.size());
    const std::string_view taken = s.substr(0, n);
    s.remove_prefix(n);
    return taken;
}

std::string_view without_sign(std::string_view s) {
    if (!s.empty() && (s[0] == '+' || s[0] == '-')) s.remove_prefix(1);
    return s;
}

// 190:20:30, 190:20:30.15: numbers in base 60 in YAML 1.1.
bool is_sexagesimal(std::string_view s) {
    if (take(s, "0123456789_").empty()) return false;
    bool parts = false;
    while (!s.empty() && s[0] == ':') {
        s.remove_prefix(1);
        const std::string_view part = take(s, digits);
        if (part.empty() || part.size() > 2) return false;
        parts = true;
    }
    return parts && (s.empty() || (s[0] == '.' && s.find_first_not_of("0123456789_", 1) == s.npos));
}

// 2001-12-14, 2001-12-14t21:59:43.10-05:00 and other beginnings of a YAML 1.1 timestamp.
bool is_timestamp(std::string_view s) {
    if (take(s, digits).size() != 4 || s.empty() || s[0] != '-') return false;
    s.remove_prefix(1);
    if (const std::size_t n = take(s, digits).size(); n < 1 || n > 2 || s.empty() || s[0] != '-')
        return false;
    s.remove_prefix(1);
    if (const std::size_t n = take(s, digits).size(); n < 1 || n > 2) return false;
    return s.empty() || s[0] == 'T' || s[0] == 't' || s[0] == ' ';
}

bool is_number_in_any_version(std::string_view s) {
    s = without_sign(s);
    if (s.size() > 2 && s[0] == '0') {
        const std::string_view rest = s.substr(2);
        switch (lower(s[1])) {
            case 'x':
                return only(rest, "0123456789abcdefABCDEF_");
            case 'o':
                return only(rest, "01234567_");
            case 'b':
                return only(rest, "01_");
            default:
                break;
        }
    }
    return is_decimal(s, "0123456789_") || is_sexagesimal(s) || same_word(s, ".inf") || same_word(s, ".nan");
}

}  // namespace

bool is_decimal(std::string_view s, std::string_view digit) {
    const bool whole = !take(s, digit).empty();
    bool fraction = false;
    if (!s.empty() && s[0] == '.') {
        s.remove_prefix(1);
        fraction = !take(s, digit).empty();
    }
    if (!whole && !fraction) return false;
    if (s.empty()) return true;
    if (s[0] != 'e' && s[0] != 'E') return false;
    return only(without_sign(s.substr(1)), digits);
}

bool printable(std::string_view s) {
    while (!s.empty()) {
        const std::size_t n = utf8_sequence(s);
        const auto c = static_cast<unsigned char>(s[0]);
        if (n == 0 || c < 0x20 || c == 0x7f) return false;
        const std::string_view sequence = s.substr(0, n);
        if (sequence >= "\xc2\x80" && sequence <= "\xc2\x9f") return false;          // C1 controls
        if (sequence == "\xe2\x80\xa8" || sequence == "\xe2\x80\xa9") return false;  // line separators
        if (sequence == "\xef\xbb\xbf" || sequence.starts_with("\xef\xbf\xbe") || sequence == "\xef\xbf\xbf")
            return false;
        s.remove_prefix(n);
    }
    return true;
}

bool needs_quotes(std::string_view s) {
    if (s.empty() || s.front() == ' ' || s.back() == ' ' || s.back() == ':') return true;
    if (!printable(s)) return true;
    constexpr std::string_view never_first = ",[]{}#&*!|>'\"%@`?:";
    if (never_first.find(s[0]) != s.npos) return true;
    if (s[0] == '-' && (s.size() == 1 || s[1] == ' ' || s.starts_with("---"))) return true;
    if (s.starts_with("...") || s.find(": ") != s.npos || s.find(" #") != s.npos) return true;
    for (const std::string_view word :
         {"null", "true", "false", "yes", "no", "on", "off", "y", "n", "~", "=", "<<"})
        if (same_word(s, word)) return true;
    return is_number_in_any_version(s) || is_timestamp(s);
}

}}}  // namespace setpoint::v0::json
