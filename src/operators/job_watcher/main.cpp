#include "operators/job_watcher/reconciler.hpp"
#include "operators/job_watcher/webhook.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    setpoint::program job_watcher_operator(
        "jobwatcher-operator", "Deletes Jobs some time after they have ended, as JobWatchers specify.");
    job_watcher_operator.sample(job_watcher::sample());
    return job_watcher_operator.run(argc, argv, [](setpoint::manager& m) {
        job_watcher::add_job_watcher_controller(m);
        job_watcher::add_job_watcher_webhooks(m);
    });
}
