#include "operators/cron_job/reconciler.hpp"
#include "setpoint/manager/program.hpp"

int main(int argc, char** argv) {
    setpoint::program cron_job_operator("cronjob-operator",
                                        "Creates Jobs by a schedule, as CronJobs specify.");
    cron_job_operator.sample(cron_job::sample());
    return cron_job_operator.run(argc, argv, cron_job::add_cron_job_controller);
}
