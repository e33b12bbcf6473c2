#pragma once
// Describes the objects in the API, for the messages of failed tests.

#include "setpoint/api/gvk.hpp"
#include "setpoint/http/transport.hpp"

#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace testing {

// Returns a line for each object of these kinds, with name, generation and conditions, up to a limit per
// kind. Never fails.
awaitable<std::string> dump_objects(http::transport& api, std::set<group_version_resource> kinds);

// "deployments.apps default/web: generation 2, readyReplicas 1, Available=False (MinimumReplicasUnavailable)"
std::string describe_objects(const group_version_resource& kind, std::string_view list_json);

}}}  // namespace setpoint::v0::testing
