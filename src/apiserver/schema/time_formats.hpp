#pragma once
// Dates, times and durations of string formats in custom resources (kube-openapi, strfmt).

#include <string_view>

namespace setpoint::apiserver {

bool is_date(std::string_view text);       // 2006-01-02
bool is_date_time(std::string_view text);  // RFC 3339, upper or lower case
// Whether time.ParseDuration accepts it, or it contains a number with a Scala unit: "3 days".
bool is_duration(std::string_view text);

}  // namespace setpoint::apiserver
