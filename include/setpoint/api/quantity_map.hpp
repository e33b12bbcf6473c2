#pragma once
// Amounts of several resources (ResourceList).

#include "setpoint/api/quantity.hpp"
#include "setpoint/core/interned_string.hpp"

#include <boost/container/flat_map.hpp>

#include <functional>

namespace setpoint::inline v0 {

// Resource names (cpu, memory, ...) and their quantities.
using quantity_map = boost::container::flat_map<interned_string, quantity, std::less<>>;

}  // namespace setpoint::inline v0
