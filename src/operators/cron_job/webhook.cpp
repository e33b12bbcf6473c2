#include "operators/cron_job/webhook.hpp"

#include "operators/cron_job/conversion.hpp"
#include "operators/cron_job/timetable.hpp"
#include "setpoint/api/time_zone.hpp"

namespace cron_job {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

// As in Kubernetes: 63 characters, less "-" and ten digits.
constexpr std::size_t longest_name_of_cron_job = 52;

void check_pods(const job_spec& of_job, verdict& v) {
    const std::string path = "spec.jobTemplate.spec.template.spec.restartPolicy";
    const interned_string& policy = of_job.pod_template.spec.restart_policy;
    if (policy.empty())
        v.required(path, "valid values: \"OnFailure\", \"Never\"");
    else if (policy != "OnFailure" && policy != "Never")
        v.not_supported(path, policy, {"OnFailure", "Never"});
}

}  // namespace

void set_defaults(cron_job& c) {
    run_settings& s = c.spec;
    if (!s.concurrency) s.concurrency = concurrency_policy::allow;
    if (!s.suspend) s.suspend = false;
    if (!s.successful_jobs_history_limit) s.successful_jobs_history_limit = default_successful_limit;
    if (!s.failed_jobs_history_limit) s.failed_jobs_history_limit = default_failed_limit;
}

void check_spec(const cron_job& c, verdict& v) {
    if (std::string why = schedule_error(c.spec.schedule); !why.empty())
        v.invalid("spec.schedule", c.spec.schedule, std::move(why));
    const std::string zone = c.spec.time_zone.value_or("");
    if (const auto found = find_time_zone(zone); !found)
        v.invalid("spec.timeZone", zone, found.error().message);
    check_pods(c.spec.job_template.spec, v);
}

void check(const admission<cron_job>& a, verdict& v) {
    const cron_job& c = *a.object;
    if (a.operation == admission_operation::create && c.metadata.name.size() > longest_name_of_cron_job)
        v.invalid("metadata.name", c.metadata.name, "must be no more than 52 characters");
    if (a.changes_spec()) check_spec(c, v);
}

void add_cron_job_webhooks(manager& m) {
    m.webhook<cron_job>().defaults(set_defaults).validates(check);
    m.conversion<cron_job>().version<v2::cron_job>(to_hub, from_hub);
}

}  // namespace cron_job
