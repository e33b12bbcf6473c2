#pragma once
// How the API server processes a stored CustomResourceDefinition: accepted names and conditions in
// its status (apiextensions-apiserver, pkg/controller/{status,establish}).

#include "setpoint/core/clock.hpp"

#include <boost/json/object.hpp>

#include <vector>

namespace setpoint::inline v0::apiserver {

// Accepts the names that no other definition of the group has, and sets the conditions
// NamesAccepted and Established. `others`: all other definitions. Returns true if status changed.
bool update_definition_status(boost::json::object& definition,
                              const std::vector<const boost::json::object*>& others, wall_time now);
// Whether the condition Established is true, so that the resource is served.
bool is_established(const boost::json::object& definition);

}  // namespace setpoint::inline v0::apiserver
