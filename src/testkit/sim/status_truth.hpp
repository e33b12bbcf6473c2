#pragma once
// Whether statuses report what is: of their own object's generation, and of its children.

#include "apiserver/store/store.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// One line for each status of `objects` that is not true while nothing is under way. `children`: objects of
// built-in kinds. Objects that are being deleted are left out.
std::vector<std::string> untrue_statuses(const std::vector<apiserver::record_ptr>& objects,
                                         const std::vector<apiserver::record_ptr>& children);

}}}  // namespace setpoint::v0::sim
