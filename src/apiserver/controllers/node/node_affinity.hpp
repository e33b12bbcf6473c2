#pragma once
// Whether a pod's node selector and required node affinity match a node. Pure functions.

#include "apiserver/controllers/node/view.hpp"
#include "apiserver/controllers/pod/view.hpp"

namespace setpoint::inline v0::apiserver {

bool matches_node(const node_selector_term& term, const node_view& n);
bool matches_node(const node_selector_terms& any, const node_view& n);
// Terms that kube-scheduler cannot parse match no node.
bool selects_node(const pod_spec_view& spec, const node_view& n);

// The node that a pod has, or that its affinity names; "": neither.
std::string target_node(const pod_view& p);

}  // namespace setpoint::inline v0::apiserver
