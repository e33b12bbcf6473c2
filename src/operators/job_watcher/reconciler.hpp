#pragma once
// The controller of JobWatchers.

#include "operators/job_watcher/job_schedule.hpp"
#include "operators/job_watcher/plan.hpp"
#include "operators/job_watcher/refusals.hpp"
#include "operators/job_watcher/types.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/manager/manager.hpp"

#include <map>
#include <memory>

namespace job_watcher {

struct job_watcher_metrics {
    // `b` provides the gauge of ended Jobs.
    job_watcher_metrics(setpoint::metric_registry& r, std::shared_ptr<const job_schedule> b);

    setpoint::metric_family<setpoint::counter, 1> deleted;  // by result
    setpoint::metric_family<setpoint::counter, 1> refused;  // by reason
};

class job_watcher_reconciler {
public:
    // `s` must be kept up to date, as add_job_watcher_controller() does.
    job_watcher_reconciler(std::shared_ptr<job_schedule> s, job_watcher_metrics metrics)
        : schedule_(std::move(s)), metrics_(std::move(metrics)) {}

    // Makes a pass if one is due, reports the status, and requeues for the next pass. A Job that cannot
    // be deleted does not block the others: a condition reports it, and it is retried later.
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::object_key key);

private:
    using memory = std::shared_ptr<progress>;

    setpoint::awaitable<void> distribute(setpoint::context& ctx);
    // Errors: not_leader, which interrupts the pass.
    setpoint::awaitable<setpoint::result<>> pass(setpoint::context& ctx, const job_watcher& self, memory p);
    // Tries to delete one Job. Errors: not_leader.
    setpoint::awaitable<setpoint::result<>> try_delete(setpoint::context& ctx, const job_watcher& self,
                                                       memory p, ended_job j, refusals& so_far,
                                                       std::optional<setpoint::problem>& problem);
    // Returns true if this call deleted the Job.
    setpoint::awaitable<setpoint::result<bool>> delete_job(setpoint::context& ctx, ended_job j);
    setpoint::awaitable<setpoint::result<bool>> find_outcome(setpoint::context& ctx, ended_job j);
    void record(setpoint::context& ctx, const job_watcher& self, progress& p);
    setpoint::awaitable<setpoint::result<>> report(setpoint::context& ctx, const job_watcher& self, memory p);

    std::shared_ptr<job_schedule> schedule_;
    job_watcher_metrics metrics_;
    std::map<setpoint::object_key, memory> memory_;
};

// Adds the controller to `m`.
void add_job_watcher_controller(setpoint::manager& m);

}  // namespace job_watcher
