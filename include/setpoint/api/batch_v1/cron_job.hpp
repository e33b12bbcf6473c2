#pragma once
// CronJobs (batch/v1).

#include "setpoint/api/batch_v1/job.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/core_v1/template_meta.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct job_template_spec {
    template_meta metadata{};
    job_spec spec{};

    template <class Self = job_template_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("The data a Job should have when created from a template.",
                      field(&Self::metadata, "metadata",
                            "Standard object's metadata of the jobs created from this template."),
                      field(&Self::spec, "spec", "Specification of the desired behavior of the job."));
    }
};

struct cron_job_spec {
    interned_string schedule{};
    std::optional<interned_string> time_zone{};
    std::optional<std::int64_t> starting_deadline_seconds{};
    interned_string concurrency_policy{};
    std::optional<bool> suspend{};
    job_template_spec job_template{};
    std::optional<std::int32_t> successful_jobs_history_limit{}, failed_jobs_history_limit{};

    template <class Self = cron_job_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "How the job execution will look like and when it will actually run.",
            field(&Self::schedule, "schedule",
                  "The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron."),
            field(&Self::time_zone, "timeZone", ""),
            field(&Self::starting_deadline_seconds, "startingDeadlineSeconds",
                  "Deadline in seconds for starting the job if it misses scheduled time for any reason."),
            field(&Self::concurrency_policy, "concurrencyPolicy",
                  "Specifies how to treat concurrent executions of a Job."),
            field(&Self::suspend, "suspend", ""),
            field(&Self::job_template, "jobTemplate",
                  "Specifies the job that will be created when executing a CronJob."),
            field(&Self::successful_jobs_history_limit, "successfulJobsHistoryLimit",
                  "The number of successful finished jobs to retain."),
            field(&Self::failed_jobs_history_limit, "failedJobsHistoryLimit",
                  "The number of failed finished jobs to retain."));
    }
};

struct cron_job_status {
    std::vector<object_reference> active{};
    timestamp last_schedule_time{}, last_successful_time{};

    template <class Self = cron_job_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The current state of a cron job.",
            field(&Self::active, "active", "A list of pointers to currently running jobs.", exclusive),
            field(&Self::last_schedule_time, "lastScheduleTime",
                  "Information when was the last time the job was successfully scheduled."),
            field(&Self::last_successful_time, "lastSuccessfulTime",
                  "Information when was the last time the job successfully completed."));
    }
};

struct cron_job {
    object_meta metadata{};
    cron_job_spec spec{};
    cron_job_status status{};

    static constexpr auto kind() { return builtin_kind("batch", "v1", "CronJob", "cronjobs"); }
    template <class Self = cron_job>
    static constexpr auto describe() {
        using namespace schema;
        return object("The configuration of a single cron job.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::cron_job);
