#pragma once
// Deletes ended Jobs as the JobWatchers say.

#include "operators/job_watcher/book.hpp"
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
    job_watcher_metrics(setpoint::metric_registry& r, std::shared_ptr<const book> b);

    setpoint::metric_family<setpoint::counter, 1> deleted;  // by result
    setpoint::metric_family<setpoint::counter, 1> refused;  // by reason
};

class job_watcher_reconciler {
public:
    // `b` is kept up to date by somebody else (add_job_watcher_controller); the rest outlives this.
    job_watcher_reconciler(setpoint::loop& l, setpoint::client& c, std::shared_ptr<book> b,
                           job_watcher_metrics metrics)
        : loop_(l), client_(c), book_(std::move(b)), metrics_(std::move(metrics)) {}

    // Makes a pass when one is due, reports it, and asks to be called again when the next one is. A Job that
    // cannot be deleted does not hold up the others: it ends as a condition and is tried again later.
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::object_key key);

private:
    using memory = std::shared_ptr<progress>;

    setpoint::awaitable<void> settle();
    // Errors: not_leader; the pass is then not over.
    setpoint::awaitable<setpoint::result<>> pass(setpoint::context& ctx, const job_watcher& self, memory p);
    // True: deleted, by this call.
    setpoint::awaitable<setpoint::result<bool>> remove(ended_job j);
    setpoint::awaitable<setpoint::result<bool>> look_again(ended_job j);
    void tell(setpoint::context& ctx, const job_watcher& self, progress& p);
    setpoint::awaitable<setpoint::result<>> report(setpoint::context& ctx, const job_watcher& self, memory p);

    setpoint::loop& loop_;
    setpoint::client& client_;
    std::shared_ptr<book> book_;
    job_watcher_metrics metrics_;
    std::map<setpoint::object_key, memory> memory_;
};

// Declares the controller: what it watches and what it may do.
void add_job_watcher_controller(setpoint::manager& m);

}  // namespace job_watcher
