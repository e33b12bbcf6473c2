#pragma once
// The validator of JobWatchers.

#include "operators/job_watcher/types.hpp"
#include "setpoint/manager/manager.hpp"
#include "setpoint/webhook/admission.hpp"

namespace job_watcher {

// Rejects invalid regular expressions, and warns of a JobWatcher that deletes nothing.
void check_spec(const job_watcher& w, setpoint::verdict& v);

// Adds it to `m`; it is called for new and for changed specs.
void add_job_watcher_webhooks(setpoint::manager& m);

}  // namespace job_watcher
