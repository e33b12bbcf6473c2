#pragma once
// The built-in admission of writes: add_admission() lists the steps in their order. Webhooks and policies are
// called by object_writer and delete_object(): see webhook_admission and policy_admission.

#include "apiserver/admission/plugins.hpp"
#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct admission_settings {
    plugin_set plugins;  // which are on
    pod_security_config pod_security;
    // Whether a controller creates the service account `default` in each namespace.
    bool creates_service_accounts = false;
    bool counts_quotas = false;  // and enforces them
};
using admission_settings_ptr = std::shared_ptr<const admission_settings>;

// Call once.
void add_admission(server_state& w, const admission_settings_ptr& s);

// --- the steps: each does nothing if its plugin is off ---

// NamespaceLifecycle. Rejects creates in a namespace that is missing or terminating, and deletes of the
// protected namespaces.
api_result<> check_namespace(server_state& w, const admission_settings& s, pending_write& p);
// Rejects creates of custom resources whose definition is being deleted.
api_result<> check_definition(server_state& w, const admission_settings& s, pending_write& p);
// LimitRanger: gives containers their defaults, and rejects pods and claims that ask for too little or too
// much.
api_result<> default_limits(server_state& w, const admission_settings& s, pending_write& p);
api_result<> check_limits(server_state& w, const admission_settings& s, pending_write& p);
// ServiceAccount. Sets a pod's service account name ("default" if it has none), the account's image pull
// secrets, and a volume with its token, mounted at the usual path. A pod whose account is missing is rejected
// if a controller creates accounts, otherwise it is left unchanged. Mirror pods are checked instead, and
// accounts may limit the secrets that pods use: see account_secrets.hpp.
api_result<> give_account(server_state& w, const admission_settings& s, pending_write& p);
// The same plugin, for new ephemeral containers.
api_result<> check_ephemeral_account(server_state& w, const admission_settings& s, pending_write& p);
// PodResizeValidator. Rejects a resize of a pod whose node is missing, has too little, or does not run Linux.
api_result<> check_resize(server_state& w, const admission_settings& s, pending_write& p);
// The plugins that are pure functions: what they change, and what they refuse after validation.
api_result<> admit_by_plugins(server_state& w, const admission_settings& s, pending_write& p);
api_result<> validate_by_plugins(server_state& w, const admission_settings& s, pending_write& p);
// ResourceQuota: rejects writes that exceed a quota.
api_result<> check_quotas(server_state& w, const admission_settings& s, pending_write& p);

// --- what follows a stored change ---

// Keep the stored webhooks, and the stored policies and their bindings, in server_state.
void follow_webhooks(server_state& w, const admission_settings_ptr& s);
void follow_policies(server_state& w, const admission_settings_ptr& s);
// Counts usage in the status of ResourceQuotas.
void follow_quotas(server_state& w, const admission_settings_ptr& s);

// A namespace gets its account a moment after its creation. Waits before a pod is created until the
// account `default` exists, at most as long as the real server. Returns immediately if no
// controller creates accounts, or if the namespace is missing or terminating.
awaitable<void> wait_for_default_account(server_state_ptr w, admission_settings_ptr s, std::string ns);

}}}  // namespace setpoint::v0::apiserver
