#pragma once
// Syntax of names, labels, ports and similar values, with the messages of apimachinery's
// util/validation. Each function returns its messages; empty if valid.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::apiserver::kinds {

using complaints = std::vector<std::string>;

complaints dns1123_label(std::string_view s);
complaints dns1123_subdomain(std::string_view s);
complaints dns1035_label(std::string_view s);
complaints wildcard_subdomain(std::string_view s);
complaints qualified_name(std::string_view s);  // label keys, finalizers, conditions
complaints label_value(std::string_view s);
complaints port_number(std::int64_t port);
complaints port_name(std::string_view s);
inline constexpr std::int64_t largest_int32 = 2147483647;
complaints in_range(std::int64_t n, std::int64_t least, std::int64_t most);
complaints percent(std::string_view s);
complaints http_header_name(std::string_view s);
complaints environment_name(std::string_view s);
complaints config_key(std::string_view s);
complaints path_segment(std::string_view s, bool prefix);
complaints ip_address(std::string_view s);

// Validates object names; `prefix` is true for generateName, which may end with a dash.
using name_check = complaints (*)(std::string_view name, bool prefix);
complaints subdomain_name(std::string_view s, bool prefix);
complaints label_name(std::string_view s, bool prefix);
complaints label_1035_name(std::string_view s, bool prefix);

constexpr std::string_view not_negative = "must be greater than or equal to 0";
constexpr std::string_view immutable = "field is immutable";

}  // namespace setpoint::apiserver::kinds
