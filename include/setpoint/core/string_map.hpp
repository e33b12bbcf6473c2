#pragma once
// A small sorted map for labels, annotations and selectors.

#include "setpoint/core/interned_string.hpp"

#include <boost/container/flat_map.hpp>

namespace setpoint { inline namespace v0 {

// Sorted by bytes, as the API server writes maps. Look-up accepts any string type without converting it
// and takes O(log n); insertion takes O(n), which is less than a tree's allocations for the usual dozen
// entries. Insertion and erasure invalidate iterators and references to entries.
using string_map = boost::container::flat_map<interned_string, interned_string, std::less<>>;

}}  // namespace setpoint::v0
