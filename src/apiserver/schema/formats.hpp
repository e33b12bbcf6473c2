#pragma once
// String formats that kube-apiserver checks in custom resources (kube-openapi, strfmt).

#include <string_view>

namespace setpoint::apiserver {

// Whether kube-apiserver checks values of this format; it ignores all others. Dashes in the name
// are ignored. `type` is the type of the schema, "" if it has none or several.
bool is_known_format(std::string_view type, std::string_view format);
bool has_format(std::string_view value, std::string_view format);

}  // namespace setpoint::apiserver
