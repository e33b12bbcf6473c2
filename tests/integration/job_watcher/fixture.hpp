#pragma once
// The JobWatcher operator in this process against a real control plane: one for the executable, a namespace
// for each test.

#include "operators/job_watcher/reconciler.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/controller/workload_state.hpp"
#include "support/live_operator.hpp"

namespace job_watcher_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using jw = ::job_watcher::job_watcher;

// The control plane of the executable, with the CRD installed; brought up by the first test that asks.
control_plane& shared_plane();

class operator_world : public live_operator {
public:
    explicit operator_world(control_plane& plane);

    // Watches all Jobs of this test's namespace.
    jw make(std::string name, std::optional<go_duration> completed,
            std::optional<go_duration> failed = {}) const;
    // A Job with one pod, which ends well at once; with a deadline it has no node and fails after that.
    job make_job(std::string name, std::optional<std::int64_t> deadline = {}) const;
    awaitable<snapshot<jw>> until_deleted(std::string name, std::int64_t completed, std::int64_t failed);
    std::size_t deletions() const { return called(verb::remove, "jobs"); }
};

}  // namespace job_watcher_test
