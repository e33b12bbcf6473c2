#pragma once
// The validator of Podroutes.

#include "operators/podroute/types.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/webhook/admission.hpp"

namespace podroute {

// Rejects an image that is not an image reference: its pods would never start. An older object with such an
// image can still be labelled and deleted.
void check(const setpoint::admission<podroute>& a, setpoint::verdict& v);

// Adds it to `m`.
void add_podroute_webhooks(setpoint::manager& m);

}  // namespace podroute
