#pragma once
// CronJobs and Jobs as plain values, for tests without a cluster.

#include "operators/cron_job/run.hpp"

#include <boost/test/unit_test.hpp>

#include <memory>
#include <string>

namespace cron_job_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using cj = ::cron_job::cron_job;
using ::cron_job::concurrency_policy;
using ::cron_job::jobs;
using std::chrono::sys_seconds;

inline sys_seconds at(std::string_view rfc3339) {
    return timestamp::parse(rfc3339).value().value();
}
inline std::string text_of(std::optional<sys_seconds> t) {
    return t ? timestamp(*t).to_string() : "never";
}

// Created at 2026-01-01T00:00:00Z; its Job has a pod that runs for a moment.
inline cj make(std::string name, std::string schedule = "0 * * * *") {
    cj c;
    c.metadata.name = name;
    c.metadata.ns = "default";
    c.metadata.uid = "uid-of-" + name;
    c.metadata.creation_timestamp = timestamp(at("2026-01-01T00:00:00Z"));
    c.spec.schedule = std::move(schedule);
    pod_spec& pods = c.spec.job_template.spec.pod_template.spec;
    pods.restart_policy = "Never";
    container& only = pods.containers.emplace_back();
    only.name = "main";
    only.image = "busybox:1";
    return c;
}

// The Job of a run. `how` is Complete, Failed, or "" while it is active.
inline job job_of(const cj& self, std::string_view run, std::string_view how = {}) {
    job j = ::cron_job::desired_job(self, at(run), ::cron_job::timetable_of(self.spec));
    j.metadata.uid = "uid-of-" + j.metadata.name.str();
    j.status.start_time = j.metadata.creation_timestamp = timestamp(at(run));
    if (how.empty()) return j;
    condition c;
    c.type = how;
    c.status = condition_status::true_;
    c.last_transition_time = timestamp(at(run) + 10s);
    if (how == "Complete") j.status.completion_time = c.last_transition_time;
    j.status.conditions.push_back(std::move(c));
    return j;
}
inline snapshot<job> shared(job j) {
    return std::make_shared<const job>(std::move(j));
}

}  // namespace cron_job_test
