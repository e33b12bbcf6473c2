#include "cel/kubernetes/formats.hpp"

#include "cel/go_time.hpp"
#include "cel/kubernetes/held.hpp"
#include "cel/kubernetes/libraries.hpp"
#include "cel/kubernetes/url.hpp"
#include "cel/standard_functions.hpp"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using complaints = std::vector<std::string>;
using held_format = held_value<named_format, types::format>;

constexpr const char* label_pattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
constexpr const char* subdomain_pattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
constexpr const char* dns1035_pattern = "[a-z]([-a-z0-9]*[a-z0-9])?";
constexpr const char* key_pattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
constexpr const char* value_pattern = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";
constexpr std::string_view label_rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
    "and end with an "
    "alphanumeric character";
constexpr std::string_view subdomain_rule =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
    "start and end with an "
    "alphanumeric character";
constexpr std::string_view dns1035_rule =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic "
    "character, and end with "
    "an alphanumeric character";
constexpr std::string_view key_rule =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character";
constexpr std::string_view label_value_rule =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must "
    "start and end with an "
    "alphanumeric character";

bool fits(std::string_view text, const char* pattern) {
    return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), pattern);
}

std::string refusal(std::string_view rule, const char* pattern,
                    std::initializer_list<std::string_view> examples) {
    std::string made = std::string(rule) + " (e.g. ";
    for (const std::string_view example : examples)
        made += fmt::format("{}'{}', ", example == *examples.begin() ? "" : " or ", example);
    return made + "regex used for validation is '" + pattern + "')";
}

std::string too_long(std::size_t most, std::string_view unit) {
    return fmt::format("must be no more than {} {}", most, unit);
}

complaints check_label(std::string_view text) {
    complaints found;
    if (text.size() > 63) found.push_back(too_long(63, "characters"));
    if (fits(text, label_pattern)) return found;
    found.push_back(fits(text, subdomain_pattern)
                        ? "must not contain dots"
                        : refusal(label_rule, label_pattern, {"my-name", "123-abc"}));
    return found;
}

complaints subdomain_complaints(std::string_view text, std::string_view unit) {
    complaints found;
    if (text.size() > 253) found.push_back(too_long(253, unit));
    if (!fits(text, subdomain_pattern))
        found.push_back(refusal(subdomain_rule, subdomain_pattern, {"example.com"}));
    return found;
}

complaints check_subdomain(std::string_view text) {
    return subdomain_complaints(text, "characters");
}

complaints check_dns1035(std::string_view text) {
    complaints found;
    if (text.size() > 63) found.push_back(too_long(63, "characters"));
    if (!fits(text, dns1035_pattern))
        found.push_back(refusal(dns1035_rule, dns1035_pattern, {"my-name", "abc-123"}));
    return found;
}

// A prefix of a name may end with a dash.
template <complaints (*check)(std::string_view)>
complaints check_prefix(std::string_view text) {
    if (text.size() < 2 || !text.ends_with('-')) return check(text);
    return check(std::string(text.substr(0, text.size() - 2)) + "a");
}

complaints check_qualified_name(std::string_view text) {
    const std::string name_refusal = refusal(key_rule, key_pattern, {"MyName", "my.name", "123-abc"});
    complaints found;
    std::string_view name = text;
    const std::size_t slash = text.find('/');
    if (slash != std::string_view::npos) {
        name = text.substr(slash + 1);
        if (name.find('/') != std::string_view::npos) {
            return {"a valid label key " + name_refusal +
                    " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"};
        }
        if (slash == 0)
            found.emplace_back("prefix part must be non-empty");
        else
            for (const std::string& each : subdomain_complaints(text.substr(0, slash), "bytes"))
                found.push_back("prefix part " + each);
    }
    if (name.empty())
        found.emplace_back("name part must be non-empty");
    else if (name.size() > 63)
        found.push_back("name part " + too_long(63, "bytes"));
    if (!fits(name, key_pattern)) found.push_back("name part " + name_refusal);
    return found;
}

complaints check_label_value(std::string_view text) {
    complaints found;
    if (text.size() > 63) found.push_back(too_long(63, "bytes"));
    if (!fits(text, value_pattern))
        found.push_back(refusal(label_value_rule, value_pattern, {"MyValue", "my_value", "12345"}));
    return found;
}

complaints check_uri(std::string_view text) {
    std::string error;
    return parse_request_url(text, error) ? complaints{} : complaints{error};
}

complaints check_uuid(std::string_view text) {
    constexpr const char* pattern = "(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}";
    return fits(text, pattern) ? complaints{} : complaints{"does not match the UUID format"};
}

complaints check_byte(std::string_view text) {
    constexpr const char* pattern =
        "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})";
    return fits(text, pattern) ? complaints{} : complaints{"invalid base64"};
}

bool is_date(std::string_view text) {
    return text.size() == 10 && parse_timestamp(std::string(text) + "T00:00:00Z").has_value();
}

complaints check_date(std::string_view text) {
    return is_date(text) ? complaints{} : complaints{"invalid date"};
}

complaints check_datetime(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const std::size_t t = lower.find('t');
    std::string hours;
    std::string minutes;
    std::string seconds;
    const bool fits_pattern =
        text.size() >= 4 && t != std::string::npos && is_date(lower.substr(0, t)) &&
        re2::RE2::FullMatch(lower.substr(t + 1, lower.find('t', t + 1) - t - 1),
                            "([0-9]{2}):([0-9]{2}):([0-9]{2})(?:.[0-9]+)?(?:z|(?:[+-][0-9]{2}:[0-9]{2}))",
                            &hours, &minutes, &seconds);
    return fits_pattern && hours <= "23" && minutes <= "59" && seconds <= "59"
               ? complaints{}
               : complaints{"invalid datetime"};
}

constexpr named_format formats[] = {
    {"dns1123Label", "DNS1123Label", 30, check_label},
    {"dns1123Subdomain", "DNS1123Subdomain", 60, check_subdomain},
    {"dns1035Label", "DNS1035Label", 30, check_dns1035},
    {"qualifiedName", "QualifiedName", 60, check_qualified_name},
    {"dns1123LabelPrefix", "DNS1123LabelPrefix", 30, check_prefix<check_label>},
    {"dns1123SubdomainPrefix", "DNS1123SubdomainPrefix", 60, check_prefix<check_subdomain>},
    {"dns1035LabelPrefix", "DNS1035LabelPrefix", 30, check_prefix<check_dns1035>},
    {"labelValue", "LabelValue", 40, check_label_value},
    {"uri", "URI", 1103, check_uri},
    {"uuid", "uuid", 72, check_uuid},
    {"byte", "byte", 84, check_byte},
    {"date", "date", 71, check_date},
    {"datetime", "datetime", 71, check_datetime},
};

template <std::size_t which>
value constant_format(evaluation& in, arguments_view) {
    return hold<held_format>(in, formats[which]);
}

value named(evaluation& in, arguments_view args) {
    for (const named_format& each : formats) {
        if (each.name == args[0].text())
            return value::optional(in.memory().make<value>(hold<held_format>(in, each)));
    }
    return value::optional(nullptr);
}

value validate_format(evaluation& in, arguments_view args) {
    std::vector<value> found;
    for (const std::string& each : held_in<held_format>(args[0]).check(args[1].text()))
        found.push_back(in.text(each));
    if (found.empty()) return value::optional(nullptr);
    return value::optional(in.memory().make<value>(make_list(found, in.memory())));
}

constexpr std::array format_rows = std::to_array<function_row>({
    {"validate", "format-validate", ".(kubernetes.NamedFormat, string) -> optional(list(string))",
     validate_format},
    {"format.named", "format-named", "(string) -> optional(kubernetes.NamedFormat)", named},
});

template <std::size_t... which>
void add_constants(environment& to, std::index_sequence<which...>) {
    const auto add = [&](std::size_t at, function implementation) {
        const std::string name = fmt::format("format.{}", formats[at].name);
        const std::array rows = {function_row{name, name, "() -> kubernetes.NamedFormat", implementation}};
        to.add_functions(rows);
    };
    (add(which, constant_format<which>), ...);
}

}  // namespace

const named_format* format_of(const value& from) {
    if (!from.is(value_kind::opaque)) return nullptr;
    const auto* held = dynamic_cast<const held_format*>(&from.opaque());
    return held == nullptr ? nullptr : &held->held;
}

void add_formats(environment& to) {
    to.types().name(&types::format);
    to.add_functions(format_rows);
    add_constants(to, std::make_index_sequence<std::size(formats)>());
}

}}}  // namespace setpoint::v0::cel
