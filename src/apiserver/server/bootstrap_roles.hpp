#pragma once
// Makes the roles and bindings that every server has complete before it serves requests: kube-apiserver's
// post-start hook rbac/bootstrap-roles (pkg/registry/rbac/rest storage_rbac.go). A store that is kept
// contains those of an earlier run, which people may have changed.

#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// `expected`: lists of objects by plural; those other than clusterroles, clusterrolebindings, roles and
// rolebindings are ignored. Adds what the stored objects lack, creates objects that are missing, and makes
// bindings to another role again. Objects with the annotation rbac.authorization.kubernetes.io/autoupdate:
// "false" stay as they are, with a warning in the log. Admission is not asked.
void reconcile_bootstrap_roles(server_state& w, const bj::object& expected);

}}}  // namespace setpoint::v0::apiserver
