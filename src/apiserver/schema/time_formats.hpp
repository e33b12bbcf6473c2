#pragma once
// Dates, times and durations as the string formats of custom resources have them (kube-openapi, strfmt).

#include <string_view>

namespace setpoint::apiserver {

bool is_date(std::string_view text);       // 2006-01-02
bool is_date_time(std::string_view text);  // of RFC 3339, in either case
// time.ParseDuration takes it, or a number and a unit as Scala writes them are in it: "3 days".
bool is_duration(std::string_view text);

}  // namespace setpoint::apiserver
