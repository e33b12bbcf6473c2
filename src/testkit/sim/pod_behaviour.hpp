#pragma once
// Makes pods fail as their annotation demands; see apiserver/controllers/node/fake_kubelet_plan.hpp.

#include "apiserver/state/server_state.hpp"
#include "setpoint/core/loop.hpp"

#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// Patches for the pods of the namespace: the path, and the merge patch. `how`: "crash", "flap=4"; "": as
// before.
std::vector<std::pair<std::string, std::string>> patches_of_pods(const apiserver::server_state& s,
                                                                 const std::string& ns,
                                                                 const std::string& how);
// An admission step: pods that are created in the namespace before `until` get the annotation. `l` must
// outlive it.
apiserver::write_step annotate_new_pods(const loop& l, std::string ns, std::string how, time_point until);

}}}  // namespace setpoint::v0::sim
