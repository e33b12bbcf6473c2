#pragma once
// The string formats that the real server checks in custom resources (kube-openapi, strfmt).

#include <string_view>

namespace setpoint::apiserver {

// Whether values of such a field are checked; dashes in the name do not count. `type`: of the schema, "" when
// it has none or several. Other formats are ignored, as on the real server.
bool is_known_format(std::string_view type, std::string_view format);
bool has_format(std::string_view value, std::string_view format);

}  // namespace setpoint::apiserver
