#pragma once
// The pods of a DaemonSet: their tolerations, labels and node. Pure functions
// (kubernetes' pkg/controller/daemon/util).

#include "apiserver/controllers/daemon_set/partial_types.hpp"
#include "apiserver/controllers/node/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// The template with the tolerations that let daemon pods stay on nodes with problems, and the labels of its
// revision. `hash`: of the revision.
boost::json::value daemon_template(const partial_daemon_set& set, std::string_view hash);
// A template whose pods only fit one node.
boost::json::value pinned_to(boost::json::value pod_template, std::string_view node);

// What decides on which nodes the pods run.
struct daemon_placement {
    partial_pod_spec spec;  // of the template, with those tolerations
};
daemon_placement placement_of(const partial_daemon_set& set);

struct daemon_fit {
    bool runs = false;   // a pod is created there
    bool stays = false;  // one that is there is kept
};
daemon_fit fit_of(const daemon_placement& placement, const partial_node& n);

// Whether the pod has the current template.
bool is_updated(const partial_daemon_set& set, const partial_pod& p, std::string_view hash);
// How many pods may be added or missing while `desired` nodes are updated.
std::int32_t daemon_surge(const partial_daemon_set& set, std::int32_t desired);
std::int32_t daemon_unavailable(const partial_daemon_set& set, std::int32_t desired);

}}}  // namespace setpoint::v0::apiserver
