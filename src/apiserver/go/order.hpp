#pragma once
// The key order that Go leaves after a patch: maps that the patch visited are sorted, others keep
// their order. It is visible in error messages that print the result of a patch.

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace bj = boost::json;

// Returns the cost: 1 for each key visited, and 32 for each key moved.
std::size_t sort_keys(bj::object& o);
// At all levels, as Go serializes untyped values.
void sort_all_keys(bj::value& v);
// Keeps the order of keys; escapes <, > and &.
std::string unsorted_json(const bj::value& v);

}}}  // namespace setpoint::v0::apiserver::patching
