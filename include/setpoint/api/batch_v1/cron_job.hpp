#pragma once
// clang-format off
// CronJob (batch/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/batch_v1/job_spec.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/template_meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace batch_v1 {

struct job_template_spec {
    template_meta metadata{};
    job_spec spec{};

    template <class Self = job_template_spec>
    static constexpr auto describe() {
        return schema::object(
            "JobTemplateSpec describes the data a Job should have when created from a template",
            schema::field(&Self::metadata, "metadata",
                          "Standard object's metadata of the jobs created from this template."),
            schema::field(&Self::spec, "spec", "Specification of the desired behavior of the job."));
    }
};

struct cron_job_spec {
    interned_string schedule{};
    std::optional<interned_string> time_zone{};
    std::optional<std::int64_t> starting_deadline_seconds{};
    interned_string concurrency_policy{};
    std::optional<bool> suspend{};
    job_template_spec job_template{};
    std::optional<std::int32_t> successful_jobs_history_limit{};
    std::optional<std::int32_t> failed_jobs_history_limit{};

    template <class Self = cron_job_spec>
    static constexpr auto describe() {
        return schema::object(
            "CronJobSpec describes how the job execution will look like and when it will actually run.",
            schema::field(&Self::schedule, "schedule",
                          "The schedule in Cron format, see https://en.wikipedia.org/wiki/Cron."),
            schema::field(&Self::time_zone, "timeZone", "The time zone name for the given schedule, see "
                          "https://en.wikipedia.org/wiki/List_of_tz_database_time_zones."),
            schema::field(&Self::starting_deadline_seconds, "startingDeadlineSeconds",
                          "Optional deadline in seconds for starting the job if it misses scheduled time "
                          "for any reason."),
            schema::field(&Self::concurrency_policy, "concurrencyPolicy",
                          "Specifies how to treat concurrent executions of a Job."),
            schema::field(&Self::suspend, "suspend",
                          "This flag tells the controller to suspend subsequent executions, it does not "
                          "apply to already started executions."),
            schema::field(&Self::job_template, "jobTemplate",
                          "Specifies the job that will be created when executing a CronJob."),
            schema::field(&Self::successful_jobs_history_limit, "successfulJobsHistoryLimit",
                          "The number of successful finished jobs to retain."),
            schema::field(&Self::failed_jobs_history_limit, "failedJobsHistoryLimit",
                          "The number of failed finished jobs to retain."));
    }
};

struct cron_job_status {
    std::vector<core_v1::object_reference> active{};
    timestamp last_schedule_time{};
    timestamp last_successful_time{};

    template <class Self = cron_job_status>
    static constexpr auto describe() {
        return schema::object(
            "CronJobStatus represents the current state of a cron job.",
            schema::field(&Self::active, "active", "A list of pointers to currently running jobs."),
            schema::field(&Self::last_schedule_time, "lastScheduleTime",
                          "Information when was the last time the job was successfully scheduled."),
            schema::field(&Self::last_successful_time, "lastSuccessfulTime",
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
        return schema::object(
            "CronJob represents the configuration of a single cron job.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec",
                          "Specification of the desired behavior of a cron job, including the schedule."),
            schema::field(&Self::status, "status", "Current status of a cron job."));
    }
};

}}}  // namespace setpoint::v0::batch_v1

SETPOINT_BUILT_IN_KIND(setpoint::batch_v1::cron_job);
