#pragma once
// The order of keys that the real server's patches leave behind: maps that were looked into are sorted,
// others stay as they were written. It shows in what is said of a patch that makes no object of the kind.

#include <boost/json/object.hpp>

namespace setpoint::apiserver::patching {

namespace bj = boost::json;

// What that took: one for each key that was looked at, and 32 for each that was moved.
std::size_t sort_keys(bj::object& o);
// Through all levels: as what has no type is written.
void sort_all_keys(bj::value& v);
// As they stand; <, > and & escaped.
std::string unsorted_json(const bj::value& v);

}  // namespace setpoint::apiserver::patching
