#pragma once
// ComponentStatus: what the real server finds out when asked. Here the components are parts of this server,
// and up when it is.

#include "apiserver/resources/resource.hpp"
#include "apiserver/store/store.hpp"

namespace setpoint::apiserver {

bool reports_components(const resource& r);
// Of all, by name. Without uid and version: they are not stored.
std::vector<record_ptr> component_statuses();
// Null when there is no such component.
record_ptr component_status(std::string_view name);

}  // namespace setpoint::apiserver
