#pragma once
// What the admission plugin ServiceAccount of the real server does to new pods.

#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// A pod gets the name of its service account (without one: "default"), the account's image pull secrets and a
// volume for its token, mounted where programs look for it. One whose account is not there is refused where
// namespaces get accounts (world::gives_accounts), and left as it is elsewhere.
void add_service_account_rules(world& w);

// A namespace gets its account a moment after it is made. Before a pod is created, waits until the account
// `default` is there, at most as long as the real server does. At once when nobody gives accounts, and when
// the namespace is not there or goes away.
awaitable<void> until_account(world_ptr w, std::string ns);

}  // namespace setpoint::apiserver
