#include "apiserver/kinds/shared/names.hpp"

#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t label_limit = 63, subdomain_limit = 253, port_name_limit = 15;
constexpr std::string_view label_pattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr std::string_view subdomain_pattern =
    R"([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)";
constexpr std::string_view label_message =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
    "and "
    "end with an alphanumeric character";
constexpr std::string_view subdomain_message =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
    "start and end with an alphanumeric character";
constexpr std::string_view key_message =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character";
constexpr std::string_view key_pattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

bool lower(char c) {
    return c >= 'a' && c <= 'z';
}
bool digit(char c) {
    return c >= '0' && c <= '9';
}
bool letter_or_digit(char c) {
    return lower(c) || digit(c) || (c >= 'A' && c <= 'Z');
}

bool is_label(std::string_view s) {
    const auto end = [](char c) { return lower(c) || digit(c); };
    return !s.empty() && end(s.front()) && end(s.back()) &&
           std::all_of(s.begin(), s.end(), [&](char c) { return end(c) || c == '-'; });
}

bool is_subdomain(std::string_view s) {
    for (;;) {
        const std::size_t dot = s.find('.');
        if (!is_label(s.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        s.remove_prefix(dot + 1);
    }
}

bool is_key_name(std::string_view s) {
    return !s.empty() && letter_or_digit(s.front()) && letter_or_digit(s.back()) &&
           std::all_of(s.begin(), s.end(),
                       [](char c) { return letter_or_digit(c) || c == '-' || c == '_' || c == '.'; });
}

std::string too_many_characters(std::size_t limit) {
    return fmt::format("must be no more than {} characters", limit);
}

// Names of labels and annotations and values of labels are limited in bytes.
std::string too_many_bytes(std::size_t limit) {
    return fmt::format("must be no more than {} bytes", limit);
}

std::string pattern_message(std::string_view message, std::string_view pattern,
                            std::initializer_list<std::string_view> examples) {
    std::string out(message);
    out += " (e.g. ";
    for (const std::string_view* e = examples.begin(); e != examples.end(); ++e) {
        if (e != examples.begin()) out += " or ";
        out += fmt::format("'{}', ", *e);
    }
    return out + fmt::format("regex used for validation is '{}')", pattern);
}

messages prefixed(std::string_view what, const messages& from) {
    messages out;
    for (const std::string& c : from) out.push_back(std::string(what) + c);
    return out;
}

// A path must not lead out of its directory.
void add_path_messages(std::string_view s, messages& to) {
    if (s == ".") to.emplace_back("must not be '.'");
    if (s == "..") {
        to.emplace_back("must not be '..'");
    } else if (s.starts_with("..")) {
        to.emplace_back("must not start with '..'");
    }
}

// A prefix that ends with a dash is validated as if a name followed.
std::string mask_trailing_dash(std::string_view s, bool prefix) {
    if (prefix && s.size() > 1 && s.ends_with('-')) return std::string(s.substr(0, s.size() - 2)) + "a";
    return std::string(s);
}

}  // namespace

std::string joined(const messages& all) {
    return fmt::format("{}", fmt::join(all, ","));
}

messages dns1123_label(std::string_view s) {
    messages out;
    if (s.size() > label_limit) out.push_back(too_many_characters(label_limit));
    if (is_label(s)) return out;
    if (is_subdomain(s)) {
        out.emplace_back("must not contain dots");
    } else {
        out.push_back(pattern_message(label_message, label_pattern, {"my-name", "123-abc"}));
    }
    return out;
}

messages dns1123_subdomain(std::string_view s) {
    messages out;
    if (s.size() > subdomain_limit) out.push_back(too_many_characters(subdomain_limit));
    if (!is_subdomain(s)) {
        out.push_back(pattern_message(subdomain_message, subdomain_pattern, {"example.com"}));
    }
    return out;
}

messages wildcard_subdomain(std::string_view s) {
    messages out;
    if (s.size() > subdomain_limit) out.push_back(too_many_characters(subdomain_limit));
    if (!s.starts_with("*.") || !is_subdomain(s.substr(2)))
        out.push_back(pattern_message(
            "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which "
            "must consist of "
            "lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
            R"(\*\.)" + std::string(subdomain_pattern), {"*.example.com"}));
    return out;
}

messages dns1035_label(std::string_view s) {
    messages out;
    if (s.size() > label_limit) out.push_back(too_many_characters(label_limit));
    if (!is_label(s) || !lower(s.front())) {
        out.push_back(pattern_message(
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
            "alphabetic character, and end with an alphanumeric character",
            "[a-z]([-a-z0-9]*[a-z0-9])?", {"my-name", "abc-123"}));
    }
    return out;
}

namespace {

messages key_prefix(std::string_view s) {
    messages out = dns1123_subdomain(s);
    if (s.size() > subdomain_limit) out.front() = too_many_bytes(subdomain_limit);
    return out;
}

}  // namespace

messages qualified_name(std::string_view s) {
    messages out;
    const std::size_t slash = s.find('/');
    std::string_view name = s;
    if (slash != std::string_view::npos) {
        const std::string_view prefix = s.substr(0, slash);
        name = s.substr(slash + 1);
        if (name.find('/') != std::string_view::npos) {
            out.push_back("a valid label key " +
                          pattern_message(key_message, key_pattern, {"MyName", "my.name", "123-abc"}) +
                          " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
            return out;
        }
        out = prefix.empty() ? messages{"prefix part must be non-empty"}
                             : prefixed("prefix part ", key_prefix(prefix));
    }
    if (name.empty()) {
        out.emplace_back("name part must be non-empty");
    } else if (name.size() > label_limit) {
        out.push_back("name part " + too_many_bytes(label_limit));
    }
    if (!is_key_name(name)) {
        out.push_back("name part " +
                      pattern_message(key_message, key_pattern, {"MyName", "my.name", "123-abc"}));
    }
    return out;
}

messages c_identifier(std::string_view s) {
    const auto is_letter = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    };
    const bool valid = !s.empty() && is_letter(s.front()) &&
                       std::ranges::all_of(s, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
    if (valid) return {};
    return {pattern_message(
        "a valid C identifier must start with alphabetic character or '_', followed by a string of "
        "alphanumeric characters or '_'",
        "[A-Za-z_][A-Za-z0-9_]*", {"my_name", "MY_NAME", "MyName"})};
}

messages label_value(std::string_view s) {
    messages out;
    if (s.size() > label_limit) out.push_back(too_many_bytes(label_limit));
    if (!s.empty() && !is_key_name(s)) {
        out.push_back(
            pattern_message("a valid label must be an empty string or " + std::string(key_message.substr(5)),
                            "(" + std::string(key_pattern) + ")?", {"MyValue", "my_value", "12345"}));
    }
    return out;
}

messages in_range(std::int64_t n, std::int64_t least, std::int64_t most) {
    if (n >= least && n <= most) return {};
    return {fmt::format("must be between {} and {}, inclusive", least, most)};
}

messages port_number(std::int64_t port) {
    return in_range(port, 1, 65535);
}

messages port_name(std::string_view s) {
    messages out;
    if (s.size() > port_name_limit) out.push_back(too_many_characters(port_name_limit));
    const bool characters = !s.empty() && std::all_of(s.begin(), s.end(), [](char c) {
        return lower(c) || digit(c) || c == '-';
    });
    if (!characters) {
        out.emplace_back("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if (std::none_of(s.begin(), s.end(), lower)) out.emplace_back("must contain at least one letter (a-z)");
    if (s.find("--") != std::string_view::npos) out.emplace_back("must not contain consecutive hyphens");
    if (!s.empty() && (s.front() == '-' || s.back() == '-')) {
        out.emplace_back("must not begin or end with a hyphen");
    }
    return out;
}

messages percent(std::string_view s) {
    if (s.size() > 1 && s.back() == '%' && std::all_of(s.begin(), s.end() - 1, digit)) return {};
    return {pattern_message("a valid percent string must be a numeric string followed by an ending '%'",
                            "[0-9]+%", {"1%", "93%"})};
}

messages http_header_name(std::string_view s) {
    if (!s.empty() &&
        std::all_of(s.begin(), s.end(), [](char c) { return letter_or_digit(c) || c == '-'; })) {
        return {};
    }
    return {pattern_message("a valid HTTP header must consist of alphanumeric characters or '-'",
                            "[-A-Za-z0-9]+", {"X-Header-Name"})};
}

messages environment_name(std::string_view s) {
    messages out;
    if (s.empty()) out.emplace_back("environment variable name must be non-empty");
    if (!std::all_of(s.begin(), s.end(), [](char c) { return c >= ' ' && c <= '~' && c != '='; })) {
        out.emplace_back(
            "a valid environment variable name must consist only of printable ASCII characters other than "
            "'='");
    }
    return out;
}

messages config_key(std::string_view s) {
    messages out;
    if (s.size() > subdomain_limit) out.push_back(too_many_characters(subdomain_limit));
    const bool characters = !s.empty() && std::all_of(s.begin(), s.end(), [](char c) {
        return letter_or_digit(c) || c == '-' || c == '_' || c == '.';
    });
    if (!characters) {
        out.push_back(
            pattern_message("a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
                            "[-._a-zA-Z0-9]+", {"key.name", "KEY_NAME", "key-name"}));
    }
    add_path_messages(s, out);
    return out;
}

messages path_segment(std::string_view s, bool prefix) {
    messages out;
    if (!prefix && (s == "." || s == "..")) return {fmt::format("may not be '{}'", s)};
    for (const char c : {'/', '%'}) {
        if (s.find(c) != std::string_view::npos) out.push_back(fmt::format("may not contain '{}'", c));
    }
    return out;
}

std::string without_leading_zeros(std::string_view s) {
    std::string out;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const bool first = out.empty() || out.back() == '.';
        const bool digit_follows = i + 1 < s.size() && s[i + 1] >= '0' && s[i + 1] <= '9';
        if (!(s[i] == '0' && first && digit_follows)) out += s[i];
    }
    return out;
}

messages ip_address(std::string_view s) {
    const bool zoned = s.find('%') != std::string_view::npos;
    const auto parsed = zoned ? std::nullopt : parse_ip(s);
    if (parsed && parsed->is_v6() && parsed->to_v6().is_v4_mapped())
        return {"must not be an IPv4-mapped IPv6 address"};
    if (parsed) return {};
    if (!zoned && parse_ip(without_leading_zeros(s))) return {"must not have leading 0s"};
    return {"must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"};
}

messages subdomain_name(std::string_view s, bool prefix) {
    return dns1123_subdomain(mask_trailing_dash(s, prefix));
}

messages label_name(std::string_view s, bool prefix) {
    return dns1123_label(mask_trailing_dash(s, prefix));
}

}}}  // namespace setpoint::v0::apiserver
