#pragma once
// Amounts of several resources (ResourceList).

#include "setpoint/api/quantity.hpp"
#include "setpoint/core/interned_string.hpp"

#include <boost/container/flat_map.hpp>

#include <functional>

namespace setpoint { inline namespace v0 {

// Resource names (cpu, memory, ...) and their quantities.
// Sorted by name, and contiguous: requests and limits have two or three entries. Lookups take any string;
// insertion invalidates references to other entries. A name that is missing counts as "not limited", which
// differs from 0.
//     pod_resources.limits["memory"] = quantity::bytes(256 << 20);
using quantity_map = boost::container::flat_map<interned_string, quantity, std::less<>>;

}}  // namespace setpoint::v0
