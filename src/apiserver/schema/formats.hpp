#pragma once
// String formats that kube-apiserver checks in custom resources (kube-openapi, strfmt).

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Whether kube-apiserver checks values of this format; it ignores all others. Dashes in the name
// are ignored. `type` is the type of the schema, "" if it has none or several.
bool is_supported_format(std::string_view type, std::string_view format);
bool matches_format(std::string_view value, std::string_view format);

bool is_date(std::string_view text);       // 2006-01-02
bool is_date_time(std::string_view text);  // RFC 3339, upper or lower case
// Whether time.ParseDuration accepts it, or it contains a number with a Scala unit: "3 days".
bool is_duration(std::string_view text);

}}}  // namespace setpoint::v0::apiserver
