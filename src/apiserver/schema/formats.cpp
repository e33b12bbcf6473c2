#include "apiserver/schema/formats.hpp"

#include "apiserver/go/net.hpp"
#include "apiserver/schema/pattern.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using format_check = bool (*)(std::string_view);

// A format has a pattern, a function, or both; the function is checked first.
struct string_format {
    std::string_view name;  // without dashes
    std::string_view pattern;
    format_check is = nullptr;
};

bool is_ipv4(std::string_view v) {
    return v.find('.') != std::string_view::npos && sloppy_ip(v) != address_family::none;
}
bool is_ipv6(std::string_view v) {
    return go_ip(v) == address_family::v6;
}

// govalidator's IsISBN10 and IsISBN13.
bool is_isbn_of_length(std::string_view value, std::size_t length) {
    std::string v(value);
    std::erase_if(v, [](char c) { return std::string_view("\t\n\f\r -").find(c) != std::string_view::npos; });
    if (v.size() != length) return false;
    int sum = 0;
    for (std::size_t i = 0; i < length; ++i) {
        const bool ten = length == 10 && i == 9 && v[i] == 'X';
        if (!ten && !std::isdigit(static_cast<unsigned char>(v[i]))) return false;
        const int digit = ten ? 10 : v[i] - '0';
        sum += digit * (length == 10 ? static_cast<int>(i) + 1 : (i % 2 == 0 ? 1 : 3));
    }
    return sum % (length == 10 ? 11 : 10) == 0;
}
bool is_isbn10(std::string_view v) {
    return is_isbn_of_length(v, 10);
}
bool is_isbn13(std::string_view v) {
    return is_isbn_of_length(v, 13);
}
bool is_isbn(std::string_view v) {
    return is_isbn10(v) || is_isbn13(v);
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

// Characters other than digits are ignored.
bool is_credit_card(std::string_view value) {
    static const auto form = [] {
        std::string why;
        return pattern::compile(
            R"(^(?:4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35\d{3})\d{11})$)",
            why);
    }();
    std::string digits(value);
    std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
    return form->matches(digits) && passes_luhn(digits);
}

bool has_short_labels(std::string_view host) {
    if (host.size() > 255) return false;
    std::size_t length = 0;
    return std::all_of(host.begin(), host.end(), [&](char c) {
        length = c == '.' ? 0 : length + 1;
        return length <= 63;
    });
}

template <std::size_t Longest>
bool has_at_most(std::string_view v) {
    return v.size() <= Longest;
}
bool has_eleven(std::string_view v) {
    return v.size() == 11;
}

// Patterns of kube-openapi (validation/strfmt, third_party/govalidator).
constexpr string_format string_formats[] = {
    {"bsonobjectid", "^[0-9a-fA-F]{24}$"},
    {"uri", "", is_request_uri},
    {"email", "", is_mail_address},
    {"hostname",
     R"(^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$)",
     has_short_labels},
    {"ipv4", "", is_ipv4},
    {"ipv6", "", is_ipv6},
    {"cidr", "", is_sloppy_cidr},
    {"mac", "", is_mac},
    {"uuid", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$"},
    {"uuid3", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$"},
    {"uuid4", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"},
    {"uuid5", "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$"},
    {"isbn", "", is_isbn},
    {"isbn10", "", is_isbn10},
    {"isbn13", "", is_isbn13},
    {"creditcard", "", is_credit_card},
    {"ssn", R"(^\d{3}[- ]?\d{2}[- ]?\d{4}$)", has_eleven},
    {"hexcolor", "^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"},
    {"rgbcolor",
     R"(^rgb\(\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*,\s*(0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])\s*\)$)"},
    {"byte", "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$"},
    {"password", ""},
    {"date", "", is_date},
    {"duration", "", is_duration},
    {"datetime", "", is_date_time},
    {"k8sshortname", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", has_at_most<63>},
    {"k8slongname", R"(^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$)", has_at_most<253>},
};

// Null for formats without a pattern.
const std::vector<std::shared_ptr<const pattern>>& compiled() {
    static const auto all = [] {
        std::vector<std::shared_ptr<const pattern>> out;
        std::string why;
        for (const auto& f : string_formats)
            out.push_back(f.pattern.empty() ? nullptr : pattern::compile(f.pattern, why));
        return out;
    }();
    return all;
}

// Returns std::size(string_formats) if unknown.
std::size_t index_of(std::string_view format) {
    std::string name(format);
    std::erase(name, '-');
    const auto* const at = std::find_if(std::begin(string_formats), std::end(string_formats),
                                        [&](const auto& f) { return f.name == name; });
    return static_cast<std::size_t>(at - std::begin(string_formats));
}

}  // namespace

bool is_supported_format(std::string_view type, std::string_view format) {
    if (type == "integer") return format == "int32" || format == "int64";
    if (type == "number") return format == "float" || format == "double";
    if (!type.empty() && type != "string") return false;
    return index_of(format) < std::size(string_formats);
}

bool matches_format(std::string_view value, std::string_view format) {
    const std::size_t i = index_of(format);
    if (i == std::size(string_formats)) return true;
    if (string_formats[i].is && !string_formats[i].is(value)) return false;
    return !compiled()[i] || compiled()[i]->matches(value);
}

}}}  // namespace setpoint::v0::apiserver
