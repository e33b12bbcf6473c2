#pragma once
// ComponentStatus, which the real server computes on request. Here the components are parts of this
// server, and healthy while it runs.

#include "apiserver/resources/resource.hpp"
#include "apiserver/store/store.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

bool reports_components(const resource& r);
// All components, by name. They have no uid and no version, because they are not stored.
std::vector<record_ptr> component_statuses();
// Null if there is no such component.
record_ptr component_status(std::string_view name);

}}}  // namespace setpoint::v0::apiserver
