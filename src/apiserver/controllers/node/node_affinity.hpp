#pragma once
// Whether a pod's node selector and required node affinity match a node. Pure functions.

#include "apiserver/controllers/node/partial_types.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

bool matches_node(const node_selector_term& term, const partial_node& n);
bool matches_node(const node_selector& any, const partial_node& n);
// Terms that kube-scheduler cannot parse match no node.
bool selects_node(const partial_pod_spec& spec, const partial_node& n);

// The node that a pod has, or that its affinity names; "": neither.
std::string target_node(const partial_pod& p);

}}}  // namespace setpoint::v0::apiserver
