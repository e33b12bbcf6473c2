#pragma once
// Syntax of names, labels, ports and similar values, with the messages of apimachinery's
// util/validation. Each function returns its messages; empty if valid.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using messages = std::vector<std::string>;

// All in one message, separated by commas.
std::string joined(const messages& all);

messages dns1123_label(std::string_view s);
messages dns1123_subdomain(std::string_view s);
messages wildcard_subdomain(std::string_view s);  // *.example.com
messages dns1035_label(std::string_view s);
messages qualified_name(std::string_view s);  // label keys, finalizers, conditions
messages label_value(std::string_view s);
messages port_number(std::int64_t port);
messages port_name(std::string_view s);
inline constexpr std::int64_t largest_int32 = 2147483647;
messages in_range(std::int64_t n, std::int64_t least, std::int64_t most);
messages percent(std::string_view s);
messages http_header_name(std::string_view s);
messages environment_name(std::string_view s);
messages c_identifier(std::string_view s);
messages config_key(std::string_view s);
messages path_segment(std::string_view s, bool prefix);
messages ip_address(std::string_view s);
// An address whose numbers have no leading zeros.
std::string without_leading_zeros(std::string_view s);

// Validates object names; `prefix` is true for generateName, which may end with a dash.
using name_validator = messages (*)(std::string_view name, bool prefix);
messages subdomain_name(std::string_view s, bool prefix);
messages label_name(std::string_view s, bool prefix);

constexpr std::string_view not_negative = "must be greater than or equal to 0";
constexpr std::string_view immutable = "field is immutable";

}}}  // namespace setpoint::v0::apiserver
