#pragma once
// What the admission plugin ServiceAccount of the real server does to new pods.

#include <apiserver/rest/world.hpp>

namespace setpoint::apiserver {

// A pod whose service account is there (without a name: "default") gets its name, its image pull secrets and
// a volume for its token, mounted where programs look for it. One whose account is not there is left as it
// is: the real server would refuse it, and a namespace gets its account a moment after it is made.
void add_service_account_rules(world& w);

}  // namespace setpoint::apiserver
