#pragma once
// The real server's admission plugin ServiceAccount, for new pods.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// Sets a pod's service account name ("default" if it has none), the account's image pull secrets,
// and a volume with its token, mounted at the usual path. A pod whose account is missing is
// rejected if the server creates accounts for namespaces (creates_service_accounts), otherwise it
// is left unchanged.
void add_service_account_rules(world& w);

// A namespace gets its account a moment after its creation. Waits before a pod is created until the
// account `default` exists, at most as long as the real server. Returns immediately if no
// controller creates accounts, or if the namespace is missing or terminating.
awaitable<void> until_account(world_ptr w, std::string ns);

}  // namespace setpoint::apiserver
