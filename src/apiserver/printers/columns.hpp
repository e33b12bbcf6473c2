#pragma once
// The cells of tables, and the values that field selectors compare.

#include "apiserver/resources/resource.hpp"

#include <string>
#include <string_view>

namespace setpoint::apiserver {

// What the column says of that object: a string, number, boolean, or null.
bj::value cell_of(const column& c, const bj::object& object, wall_time now);
// TableRow.conditions; empty for most: {"type":"Completed",...} for pods that have ended.
bj::array row_conditions(const resource& r, const bj::object& object);
// The value of a selectable field, "" when it is not there. `path` as in resource::selectable, or
// metadata.name and metadata.namespace.
std::string selectable_value(const resource& r, std::string_view path, const bj::object& object);

// "5s", "2m30s", "3h", "12d": ages as kubectl shows them.
std::string human_duration(duration d);
// Since an RFC 3339 time; "<unknown>" when there is none.
std::string age_text(std::string_view since, wall_time now);

}  // namespace setpoint::apiserver
