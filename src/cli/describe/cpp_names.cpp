#include "cli/describe/cpp_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::array keywords = {
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch",
    "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
    "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype",
    "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern",
    "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true",
    "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
    "wchar_t", "while", "xor", "xor_eq",
    // macros of compilers and of the C library
    "assert", "errno", "linux", "unix", "h_addr", "h_errno", "ifa_broadaddr", "ifa_dstaddr", "ifc_buf",
    "ifc_req", "ifr_addr", "ifr_bandwidth", "ifr_broadaddr", "ifr_data", "ifr_dstaddr", "ifr_flags",
    "ifr_hwaddr", "ifr_ifindex", "ifr_map", "ifr_metric", "ifr_mtu", "ifr_name", "ifr_netmask", "ifr_newname",
    "ifr_qlen", "ifr_slave", "math_errhandling", "s6_addr", "s6_addr16", "s6_addr32", "sa_handler",
    "sa_sigaction", "sched_priority", "si_addr", "si_addr_lsb", "si_arch", "si_band", "si_call_addr", "si_fd",
    "si_int", "si_lower", "si_overrun", "si_pid", "si_pkey", "si_ptr", "si_status", "si_stime", "si_syscall",
    "si_timerid", "si_uid", "si_upper", "si_utime", "si_value", "sigev_notify_attributes",
    "sigev_notify_function", "st_atime", "st_ctime", "st_mtime", "stderr", "stdin", "stdout"};

constexpr bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
constexpr bool is_lower(char c) {
    return c >= 'a' && c <= 'z';
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Whether a word begins at the upper-case letter `at`. The s of an acronym's plural belongs to it: podIPs.
bool begins_word(std::string_view s, std::size_t at) {
    if (at == 0) return false;
    if (!is_upper(s[at - 1])) return true;
    if (at + 1 >= s.size() || !is_lower(s[at + 1])) return false;
    const bool plural = s[at + 1] == 's' && (at + 2 == s.size() || !is_lower(s[at + 2]));
    return !plural;
}

bool ends_sentence(std::string_view text, std::size_t at) {
    if (text[at] != '.' && text[at] != '!' && text[at] != '?') return false;
    if (at + 1 == text.size()) return true;
    if (text[at + 1] != ' ') return false;
    const std::string_view before = text.substr(0, at + 1);
    const bool abbreviated = before.ends_with("e.g.") || before.ends_with("i.e.") ||
                             before.ends_with("etc.") || before.ends_with("vs.") || before.ends_with("cf.");
    return !abbreviated && at + 2 < text.size() && !is_lower(text[at + 2]);
}

// The first paragraph, with single spaces.
std::string one_line(std::string_view text) {
    std::string out;
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == text.npos) return out;
    text.remove_prefix(begin);
    text = text.substr(0, text.find("\n\n"));
    for (const char c : text) {
        const bool space = static_cast<unsigned char>(c) <= ' ' || c == '\x7f';
        if (!space)
            out += c;
        else if (!out.ends_with(' '))
            out += ' ';
    }
    if (out.ends_with(' ')) out.pop_back();
    return out;
}

}  // namespace

std::string snake_case(std::string_view name) {
    std::string out;
    const auto separate = [&out] {
        if (!out.empty() && out.back() != '_') out += '_';
    };
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (is_upper(c)) {
            if (begins_word(name, i)) separate();
            out += static_cast<char>(c - 'A' + 'a');
        } else if (is_lower(c) || is_digit(c)) {
            out += c;
        } else {
            separate();
        }
    }
    if (out.ends_with('_')) out.pop_back();
    return out;
}

bool is_reserved_word(std::string_view word) {
    return std::find(keywords.begin(), keywords.end(), word) != keywords.end();
}

std::string identifier(std::string_view name) {
    std::string out = snake_case(name);
    if (out.empty() || is_digit(out.front())) out.insert(0, 1, 'n');
    if (is_reserved_word(out)) out += '_';
    return out;
}

bool is_namespace(std::string_view name) {
    while (true) {
        const std::size_t end = name.find("::");
        const std::string_view part = name.substr(0, end);
        const bool valid = !part.empty() && !is_digit(part.front()) && !is_reserved_word(part) &&
                           std::all_of(part.begin(), part.end(), [](char c) {
                               return is_upper(c) || is_lower(c) || is_digit(c) || c == '_';
                           });
        if (!valid) return false;
        if (end == name.npos) return true;
        name.remove_prefix(end + 2);
    }
}

std::string unused_names::take(const std::string& wanted) {
    // No identifier may have two underscores in a row.
    const std::string_view separator = wanted.ends_with('_') ? "" : "_";
    std::string name = wanted;
    for (int n = 2; !taken_.insert(name).second; ++n) name = fmt::format("{}{}{}", wanted, separator, n);
    return name;
}

std::string literal(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < ' ' || byte == 0x7f) {
            out += fmt::format("\\{:03o}", byte);
            continue;
        }
        const bool begins_trigraph = c == '?' && out.ends_with('?');  // compilers warn about them
        if (c == '"' || c == '\\' || begins_trigraph) out += '\\';
        out += c;
    }
    return out + '"';
}

std::string raw_literal(std::string_view text) {
    const bool plain = text.find_first_of("\"\\") == text.npos || text.find("??") != text.npos;
    const bool printable =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= ' '; });
    if (plain || !printable) return literal(text);
    const std::string_view mark = text.find(")\"") == text.npos ? "" : "re";
    if (text.find(")re\"") != text.npos) return literal(text);
    return fmt::format("R\"{0}({1}){0}\"", mark, text);
}

std::string first_sentence(std::string_view text, std::size_t most) {
    std::string line = one_line(text);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (!ends_sentence(line, i)) continue;
        line.resize(i + 1);
        break;
    }
    if (line.size() <= most) return line;
    std::size_t end = line.rfind(' ', most);
    if (end == std::string::npos || end == 0) {
        end = most;
        while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80)
            --end;  // within a character
    }
    line.resize(end);
    return line + " ...";
}

}}}  // namespace setpoint::v0::cli
