#include "operators/cron_job/run.hpp"

#include "setpoint/api/child_name.hpp"
#include "setpoint/api/reference.hpp"
#include "setpoint/api/time_zone.hpp"

#include <fmt/format.h>

namespace cron_job {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

// A Job's pods have its name as a label value.
constexpr std::size_t longest_job = 63;

}  // namespace

// The sample of the tutorial (config/samples).
cron_job sample() {
    cron_job c;
    c.metadata.name = "cronjob-sample";
    c.spec.schedule = "*/1 * * * *";
    c.spec.starting_deadline_seconds = 60;
    c.spec.concurrency = concurrency_policy::allow;
    pod_spec& pods = c.spec.job_template.spec.pod_template.spec;
    pods.restart_policy = "OnFailure";
    container& hello = pods.containers.emplace_back();
    hello.name = "hello";
    hello.image = "busybox";
    hello.args = {"/bin/sh", "-c", "date; echo Hello from the Kubernetes cluster"};
    return c;
}

std::string job_name(const cron_job& self, std::chrono::sys_seconds run) {
    const auto minutes = std::chrono::floor<std::chrono::minutes>(run.time_since_epoch()).count();
    const std::string suffix = fmt::format("-{}", minutes);
    return child_name_stem(self.metadata.name, longest_job - suffix.size(), name_form::subdomain) + suffix;
}

job desired_job(const cron_job& self, std::chrono::sys_seconds run, const timetable& when) {
    job j;
    j.metadata.name = job_name(self, run);
    j.metadata.ns = self.metadata.ns;
    j.metadata.labels = self.spec.job_template.metadata.labels;
    j.metadata.annotations = self.spec.job_template.metadata.annotations;
    j.metadata.annotations[scheduled_time] = local_time(run, when.zone(run));
    j.metadata.owner_references.push_back(make_controller_reference(kind_of<cron_job>().gvk, self.metadata));
    j.spec = self.spec.job_template.spec;
    return j;
}

std::optional<std::chrono::sys_seconds> run_of(const cron_job& self, const job& j) {
    const auto found = j.metadata.annotations.find(scheduled_time);
    if (found == j.metadata.annotations.end()) return std::nullopt;
    const auto run = timestamp::parse(found->second);
    if (!run || !run->is_set() || j.metadata.name != job_name(self, run->value())) return std::nullopt;
    return run->value();
}

object_reference reference_to(const job& j) {
    return make_reference(kind_of<job>().gvk, j.metadata);
}

}  // namespace cron_job
