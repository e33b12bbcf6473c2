#pragma once
// The names, label keys and label values that the API server accepts (Kubernetes documentation,
// "Object Names and IDs", "Labels and Selectors").

#include <string_view>

namespace setpoint { inline namespace v0 { namespace detail {

// RFC 1123: at most 253 of a-z 0-9 - in parts separated by dots, each of which begins and ends with
// a letter or digit.
bool is_dns_subdomain(std::string_view s);
// One such part of at most 63 characters.
bool is_dns_label(std::string_view s);
// [prefix/]name: the prefix is a DNS subdomain of at most 253 characters, the name has 1 to 63 of
// A-Z a-z 0-9 - _ . and begins and ends with a letter or digit.
bool is_label_key(std::string_view key);
// Empty, or like the name of a key.
bool is_label_value(std::string_view value);

}}}  // namespace setpoint::v0::detail
