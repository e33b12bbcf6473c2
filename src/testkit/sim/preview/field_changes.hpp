#pragma once
// The fields in which two JSON values differ, in words. No I/O.

#include <boost/json/value.hpp>

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// "spec.containers[web].image: "a:1" -> "a:2"" of each field that differs; items of lists of objects are
// named after their `name`, `key` or `type` if all of them have one, otherwise after their index. Long values
// are cut.
std::vector<std::string> field_changes(const boost::json::value& before, const boost::json::value& after);
// The first `most` of them, separated by commas, and how many more there are.
std::string field_changes_text(const boost::json::value& before, const boost::json::value& after,
                               std::size_t most);

}}}  // namespace setpoint::v0::sim
