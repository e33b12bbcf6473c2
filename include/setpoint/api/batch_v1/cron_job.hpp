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

namespace setpoint {

struct job_template_spec {
    template_meta metadata{};
    job_spec spec{};

    static constexpr auto describe() {
        using namespace schema;
        using self = job_template_spec;
        return object("The data a Job should have when created from a template.",
                      field(&self::metadata, "metadata",
                            "Standard object's metadata of the jobs created from this template."),
                      field(&self::spec, "spec", "Specification of the desired behavior of the job."));
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

    static constexpr auto describe() {
        using namespace schema;
        using self = cron_job_spec;
        return object(
            "How the job execution will look like and when it will actually run.",
            field(&self::schedule, "schedule",
                  "The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron."),
            field(&self::time_zone, "timeZone", ""),
            field(&self::starting_deadline_seconds, "startingDeadlineSeconds",
                  "Deadline in seconds for starting the job if it misses scheduled time for any reason."),
            field(&self::concurrency_policy, "concurrencyPolicy",
                  "Specifies how to treat concurrent executions of a Job."),
            field(&self::suspend, "suspend", ""),
            field(&self::job_template, "jobTemplate",
                  "Specifies the job that will be created when executing a CronJob."),
            field(&self::successful_jobs_history_limit, "successfulJobsHistoryLimit",
                  "The number of successful finished jobs to retain."),
            field(&self::failed_jobs_history_limit, "failedJobsHistoryLimit",
                  "The number of failed finished jobs to retain."));
    }
};

struct cron_job_status {
    std::vector<object_reference> active{};
    timestamp last_schedule_time{}, last_successful_time{};

    static constexpr auto describe() {
        using namespace schema;
        using self = cron_job_status;
        return object(
            "The current state of a cron job.",
            field(&self::active, "active", "A list of pointers to currently running jobs.", exclusive),
            field(&self::last_schedule_time, "lastScheduleTime",
                  "Information when was the last time the job was successfully scheduled."),
            field(&self::last_successful_time, "lastSuccessfulTime",
                  "Information when was the last time the job successfully completed."));
    }
};

struct cron_job {
    object_meta metadata{};
    cron_job_spec spec{};
    cron_job_status status{};

    static constexpr auto kind() { return builtin_kind("batch", "v1", "CronJob", "cronjobs"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = cron_job;
        return object("The configuration of a single cron job.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::cron_job);
