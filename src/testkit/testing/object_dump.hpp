#pragma once
// What is in the API, in words, for messages of tests that failed.

#include "setpoint/api/gvk.hpp"
#include "setpoint/http/transport.hpp"

#include <set>
#include <string>

namespace setpoint::testing {

// A line for each object of these kinds: name, generation, conditions; at most a few of each. Never fails.
awaitable<std::string> dump_objects(http::transport& api, std::set<group_version_resource> kinds);

// "deployments.apps default/web: generation 2, readyReplicas 1, Available=False (MinimumReplicasUnavailable)"
std::string describe_objects(const group_version_resource& kind, std::string_view list_json);

}  // namespace setpoint::testing
