#pragma once
// The secrets that a pod may name, by its service account (the plugin ServiceAccount).

#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// `p`: of a pod. The kubelet creates mirror pods for the pods of its own files: they may name neither
// accounts nor secrets.
api_result<> check_mirror_pod(const pending_write& p);

// If an account has the annotation kubernetes.io/enforce-mountable-secrets, its pods may use its secrets
// only. `ephemeral`: checks the ephemeral containers, otherwise everything else.
api_result<> check_mountable_secrets(const pending_write& p, const bj::object& account, bool ephemeral);

}}}  // namespace setpoint::v0::apiserver
