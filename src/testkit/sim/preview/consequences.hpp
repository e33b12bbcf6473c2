#pragma once
// What follows from changes of objects. No I/O.

#include "setpoint/sim/preview_report.hpp"
#include "testkit/sim/preview/loaded_objects.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// `live`: the objects before the first change. The worst ones first, otherwise in the order of the changes.
std::vector<consequence> consequences_of(const std::vector<object_change>& changes,
                                         const loaded_objects& live);

}}}  // namespace setpoint::v0::sim
