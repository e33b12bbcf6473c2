#include "operators/cron_job/reconciler.hpp"
#include "operators/cron_job/webhook.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    setpoint::program cron_job_operator("cronjob-operator",
                                        "Creates Jobs by a schedule, as CronJobs specify.");
    cron_job_operator.sample(cron_job::sample());
    return cron_job_operator.run(argc, argv, [](setpoint::manager& m) {
        cron_job::add_cron_job_controller(m);
        cron_job::add_cron_job_webhooks(m);
    });
}
