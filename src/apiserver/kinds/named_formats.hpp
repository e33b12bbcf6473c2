#pragma once
// The formats that rules in the catalogue name.

#include "apiserver/kinds/shared/field_errors.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Appends the errors of a text; none if it is valid.
using named_format = void (*)(std::string_view text, const std::string& path, field_errors& to);

// Null if there is no such format. `name`: "dns1123-label", "qualified-name".
named_format find_format(std::string_view name);

// A text like acme.io/foo (apimachinery, IsDomainPrefixedPath).
void validate_domain_prefixed_path(std::string_view text, const std::string& path, field_errors& to);
// The same with a label's key after the slash (IsDomainPrefixedKey).
void validate_domain_prefixed_key(std::string_view text, const std::string& path, field_errors& to);

}}}  // namespace setpoint::v0::apiserver
