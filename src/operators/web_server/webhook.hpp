#pragma once
// The validator of WebServers.

#include "operators/web_server/types.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/webhook/admission.hpp"

namespace web_server {

// Rejects an image that is not an image reference: its pods would never start. An older object with such an
// image can still be labelled and deleted.
void check(const setpoint::admission<web_server>& a, setpoint::verdict& v);

// Adds it to `m`.
void add_web_server_webhooks(setpoint::manager& m);

}  // namespace web_server
