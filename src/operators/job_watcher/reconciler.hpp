#pragma once
// Deletes ended Jobs as the JobWatchers say.

#include "operators/job_watcher/job_schedule.hpp"
#include "operators/job_watcher/plan.hpp"
#include "operators/job_watcher/types.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/manager/manager.hpp"

#include <map>
#include <memory>

namespace job_watcher {

struct job_watcher_metrics {
    // `b` is as old as the last change that the watches delivered.
    job_watcher_metrics(setpoint::metric_registry& r, std::shared_ptr<const job_schedule> b);

    setpoint::metric_family<setpoint::counter, 1> deleted;  // by result
    setpoint::metric_family<setpoint::counter, 1> refused;  // by reason
};

class job_watcher_reconciler {
public:
    // add_job_watcher_controller() keeps `s` up to date.
    job_watcher_reconciler(std::shared_ptr<job_schedule> s, job_watcher_metrics metrics)
        : schedule_(std::move(s)), metrics_(std::move(metrics)) {}

    // Makes a pass when one is due, reports it, and asks to be called again when the next one is. A Job that
    // cannot be deleted does not hold up the others: it ends as a condition and is tried again later.
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::object_key key);

private:
    using memory = std::shared_ptr<progress>;

    setpoint::awaitable<void> settle(setpoint::context& ctx);
    // Errors: not_leader; the pass is then not over.
    setpoint::awaitable<setpoint::result<>> pass(setpoint::context& ctx, const job_watcher& self, memory p);
    // True: deleted, by this call.
    setpoint::awaitable<setpoint::result<bool>> remove(setpoint::context& ctx, ended_job j);
    setpoint::awaitable<setpoint::result<bool>> look_again(setpoint::context& ctx, ended_job j);
    void record(setpoint::context& ctx, const job_watcher& self, progress& p);
    setpoint::awaitable<setpoint::result<>> report(setpoint::context& ctx, const job_watcher& self, memory p);

    std::shared_ptr<job_schedule> schedule_;
    job_watcher_metrics metrics_;
    std::map<setpoint::object_key, memory> memory_;
};

// Declares the controller: what it watches and what it may do.
void add_job_watcher_controller(setpoint::manager& m);

}  // namespace job_watcher
