#pragma once
// Amounts of several resources (ResourceList).

#include "setpoint/api/quantity.hpp"
#include "setpoint/core/text.hpp"

#include <boost/container/flat_map.hpp>

#include <functional>

namespace setpoint {

// Resource names (cpu, memory, ...) and their quantities.
using quantity_map = boost::container::flat_map<text, quantity, std::less<>>;

}  // namespace setpoint
