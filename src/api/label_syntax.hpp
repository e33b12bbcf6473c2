#pragma once
// What the API server accepts as label keys and values (Kubernetes documentation, "Labels and Selectors").

#include <string_view>

namespace setpoint::detail {

// [prefix/]name: the prefix is a DNS subdomain of at most 253 characters, the name has 1 to 63 of A-Z a-z 0-9
// - _ . and begins and ends with a letter or digit.
bool is_label_key(std::string_view key);
// Empty, or like the name of a key.
bool is_label_value(std::string_view value);

}  // namespace setpoint::detail
