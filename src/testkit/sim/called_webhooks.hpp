#pragma once
// Which requests go through webhooks, as far as their paths tell it: selectors and conditions are not
// evaluated.

#include "apiserver/state/server_state.hpp"
#include "testkit/sim/point.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

// Whether a rule of an admission webhook is about the request. `creates`: of a write that is no deletion,
// whether it creates its object.
bool has_admission_webhook(const apiserver::server_state& in, const point& p, bool creates);
// Whether the request is for another version of a kind than the stored one, and a webhook converts the kind.
bool has_conversion_webhook(const apiserver::server_state& in, const point& p);

}}}  // namespace setpoint::v0::sim
