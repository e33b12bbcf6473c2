#pragma once
// The built-in admission steps: namespaces, definitions of custom resources, and service accounts
// of pods (the real server's admission plugin ServiceAccount); and the configuration of webhooks and
// policies, which are called after these steps (see webhook_admission and policy_admission).

#include "apiserver/rest/server_state.hpp"

namespace setpoint::inline v0::apiserver {

// Rejects creates in a namespace that is missing or terminating, and deletes of the protected
// namespaces.
void add_namespace_admission(server_state& w);
// Rejects creates of custom resources whose definition is being deleted. Serves the resources of
// stored definitions, and stops when they are deleted.
void add_definition_admission(server_state& w);

// Keeps the webhooks of the stored webhook configurations in server_state.
void add_webhook_admission(server_state& w);
// Keeps the stored admission policies and their bindings in server_state.
void add_policy_admission(server_state& w);

// Sets a pod's service account name ("default" if it has none), the account's image pull secrets,
// and a volume with its token, mounted at the usual path. A pod whose account is missing is
// rejected if the server creates accounts for namespaces (creates_service_accounts), otherwise it
// is left unchanged.
void add_service_account_admission(server_state& w);

// The plugins of src/apiserver/admission that are on: what they change, and what they refuse after
// validation.
void add_builtin_plugins(server_state& w);
// What the plugins change in a form that is sent to a subresource, such as a Binding.
api_result<> admit_form(server_state& w, const resource& kind, std::string_view subresource,
                        const object_key& key, bj::object& form, std::vector<std::string>& warnings);

// LimitRanges: gives containers their defaults, and rejects pods and claims that ask for too little or too
// much.
void add_limit_ranger(server_state& w);

// Rejects a resize of a pod whose node is missing, has too little, or does not run Linux.
void add_pod_resize_admission(server_state& w);
// ResourceQuotas: counts usage in their status, and rejects writes that exceed one; if counts_quotas.
void add_resource_quota(server_state& w);

// A namespace gets its account a moment after its creation. Waits before a pod is created until the
// account `default` exists, at most as long as the real server. Returns immediately if no
// controller creates accounts, or if the namespace is missing or terminating.
awaitable<void> wait_for_default_account(server_state_ptr w, std::string ns);

}  // namespace setpoint::inline v0::apiserver
