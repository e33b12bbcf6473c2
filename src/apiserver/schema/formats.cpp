#include <algorithm>
#include <apiserver/schema/formats.hpp>
#include <apiserver/schema/pattern.hpp>
#include <arpa/inet.h>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <vector>

namespace setpoint::apiserver {

namespace {

struct by_pattern {
    std::string_view format, text;
};
constexpr by_pattern patterns[] = {
    {"bsonobjectid", "^[0-9a-fA-F]{24}$"},
    {"uri",
     R"(^(?:\*|/[^\x00-\x1f\x7f]*|[A-Za-z][A-Za-z0-9+.-]*:(?://[^\x00-\x20\x7f/?<>"]*(?:[/?][^\x00-\x1f\x7f]*)?|/?(?:[^/\x00-\x1f\x7f][^\x00-\x1f\x7f]*)?))$)"},
    {"email",
     R"(^(?:[^<>@]*<\s*)?[^\s<>@,;:"()\[\].]+(?:\.[^\s<>@,;:"()\[\].]+)*@[^\s<>@,;:"().]+(?:\.[^\s<>@,;:"().]+)*(?:\s*>)?\s*$)"},
    {"hostname",
     R"(^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$)"},
    {"mac",
     R"(^(?:[0-9a-fA-F]{2}(?:(?::[0-9a-fA-F]{2}){5}|(?:-[0-9a-fA-F]{2}){5}|(?::[0-9a-fA-F]{2}){7}|(?:-[0-9a-fA-F]{2}){7}|(?::[0-9a-fA-F]{2}){19}|(?:-[0-9a-fA-F]{2}){19})|[0-9a-fA-F]{4}(?:(?:\.[0-9a-fA-F]{4}){2}|(?:\.[0-9a-fA-F]{4}){3}|(?:\.[0-9a-fA-F]{4}){9}))$)"},
    {"uuid", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$"},
    {"uuid3", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$"},
    {"uuid4", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"},
    {"uuid5", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"},
    {"creditcard",
     R"(^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11}|6[27][0-9]{14})$)"},
    {"ssn", R"(^\d{3}[- ]?\d{2}[- ]?\d{4}$)"},
    {"hexcolor", "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},
    {"rgbcolor",
     R"(^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$)"},
    {"byte", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$"},
    {"duration",
     R"(^(?:[-+]?0|[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$|(?i:\d+\s*(?:(?:nano|micro|milli|sec|min|hour|day|week)[A-Za-zµ]*|ns|us|µs|ms|s|m|h|hr|d|w|wk)(?:[^A-Za-zµ]|$)))"},
    {"k8sshortname", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"},
    {"k8slongname", R"(^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$)"},
};
constexpr std::string_view by_code[] = {"ipv4",   "ipv6", "cidr",     "isbn",    "isbn10",
                                        "isbn13", "date", "datetime", "password"};

// Compiled once, the same for good.
const std::vector<std::shared_ptr<const pattern>>& compiled() {
    static const auto all = [] {
        std::vector<std::shared_ptr<const pattern>> out;
        std::string why;
        for (const auto& p : patterns) out.push_back(pattern::compile(p.text, why));
        return out;
    }();
    return all;
}

std::string plain(std::string_view format) {
    std::string out(format);
    std::erase(out, '-');
    return out;
}

int pattern_index(std::string_view format) {
    for (std::size_t i = 0; i < std::size(patterns); ++i) {
        if (patterns[i].format == format) return static_cast<int>(i);
    }
    return -1;
}

int number(std::string_view digits) {
    int out = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
    return error == std::errc() && end == digits.data() + digits.size() ? out : -1;
}

bool is_date(std::string_view v) {
    if (v.size() != 10 || v[4] != '-' || v[7] != '-') return false;
    if (v[0] == '-' || v[5] == '-' || v[8] == '-') return false;
    const int year = number(v.substr(0, 4)), month = number(v.substr(5, 2)), day = number(v.substr(8, 2));
    if (year < 0 || month < 1 || month > 12 || day < 1) return false;
    constexpr std::array days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return day <= days[static_cast<std::size_t>(month - 1)] + (month == 2 && leap ? 1 : 0);
}

bool is_date_time(std::string_view value) {
    std::string v(value);
    std::transform(v.begin(), v.end(), v.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto t = v.find('t');
    if (v.size() < 4 || t == std::string::npos || !is_date(std::string_view(v).substr(0, t))) return false;
    std::string time = v.substr(t + 1, v.find('t', t + 1) - t - 1);
    static const auto form = [] {
        std::string why;
        return pattern::compile("^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$",
                                why);
    }();
    return form->matches(time) && time.substr(0, 2) <= "23" && time.substr(3, 2) <= "59" &&
           time.substr(6, 2) <= "59";
}

// Numbers of dotted addresses may begin with zeros.
std::string without_zeros(std::string_view v) {
    std::string out;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const bool begins = out.empty() || out.back() == '.';
        if (!(v[i] == '0' && begins && i + 1 < v.size() &&
              std::isdigit(static_cast<unsigned char>(v[i + 1])))) {
            out += v[i];
        }
    }
    return out;
}

// 4, 6, or 0 when it is no address.
int address_family(std::string_view v) {
    in6_addr six;
    in_addr four;
    const std::string text(v.substr(0, 64));
    if (v.find(':') != std::string_view::npos) return inet_pton(AF_INET6, text.c_str(), &six) == 1 ? 6 : 0;
    return inet_pton(AF_INET, without_zeros(text).c_str(), &four) == 1 ? 4 : 0;
}

bool is_cidr(std::string_view v) {
    const auto slash = v.find('/');
    if (slash == std::string_view::npos) return false;
    const int family = address_family(v.substr(0, slash));
    const int bits = v.substr(slash + 1).starts_with('-') ? -1 : number(v.substr(slash + 1));
    return family != 0 && bits >= 0 && bits <= (family == 4 ? 32 : 128);
}

bool is_isbn(std::string_view value, std::size_t length) {
    std::string v;
    for (const char c : value) {
        if (c != ' ' && c != '-') v += c;
    }
    if (v.size() != length) return false;
    int sum = 0;
    for (std::size_t i = 0; i < length; ++i) {
        const bool ten = length == 10 && i == 9 && (v[i] == 'X' || v[i] == 'x');
        if (!ten && !std::isdigit(static_cast<unsigned char>(v[i]))) return false;
        const int digit = ten ? 10 : v[i] - '0';
        sum += digit * (length == 10 ? static_cast<int>(i) + 1 : (i % 2 == 0 ? 1 : 3));
    }
    return sum % (length == 10 ? 11 : 10) == 0;
}

bool passes_luhn(std::string_view digits) {
    int sum = 0;
    bool twice = false;
    for (auto c = digits.rbegin(); c != digits.rend(); ++c, twice = !twice) {
        const int d = (*c - '0') * (twice ? 2 : 1);
        sum += d > 9 ? d - 9 : d;
    }
    return sum % 10 == 0;
}

bool is_credit_card(const pattern& p, std::string_view value) {
    std::string digits;
    for (const char c : value) {
        if (std::isdigit(static_cast<unsigned char>(c))) digits += c;
    }
    return p.matches(digits) && passes_luhn(digits);
}

bool labels_are_short(std::string_view host) {
    if (host.size() > 255) return false;
    std::size_t length = 0;
    for (const char c : host) {
        length = c == '.' ? 0 : length + 1;
        if (length > 63) return false;
    }
    return true;
}

bool escapes_are_whole(std::string_view uri) {
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') continue;
        if (i + 2 >= uri.size() || !std::isxdigit(static_cast<unsigned char>(uri[i + 1])) ||
            !std::isxdigit(static_cast<unsigned char>(uri[i + 2]))) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool is_known_format(std::string_view type, std::string_view format) {
    if (type == "integer") return format == "int32" || format == "int64";
    if (type == "number") return format == "float" || format == "double";
    if (!type.empty() && type != "string") return false;
    const std::string name = plain(format);
    return pattern_index(name) >= 0 ||
           std::find(std::begin(by_code), std::end(by_code), name) != std::end(by_code);
}

bool has_format(std::string_view value, std::string_view format) {
    const std::string name = plain(format);
    if (name == "date") return is_date(value);
    if (name == "datetime") return is_date_time(value);
    if (name == "ipv4") return address_family(value) != 0 && value.find('.') != std::string_view::npos;
    if (name == "ipv6") return address_family(value) == 6;
    if (name == "cidr") return is_cidr(value);
    if (name == "isbn10") return is_isbn(value, 10);
    if (name == "isbn13") return is_isbn(value, 13);
    if (name == "isbn") return is_isbn(value, 10) || is_isbn(value, 13);
    const int i = pattern_index(name);
    if (i < 0) return true;
    const pattern& p = *compiled()[static_cast<std::size_t>(i)];
    if (name == "creditcard") return is_credit_card(p, value);
    if (name == "hostname" && !labels_are_short(value)) return false;
    if (name == "uri" && !escapes_are_whole(value)) return false;
    if (name == "k8sshortname" && value.size() > 63) return false;
    if (name == "k8slongname" && value.size() > 253) return false;
    return p.matches(value);
}

}  // namespace setpoint::apiserver
