#pragma once
// The CronJob API, version v1: which Job is created when (spec), and the runs so far (status).

#include "setpoint/api/batch_v1/cron_job.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cron_job {

enum class concurrency_policy : std::uint8_t { allow, forbid, replace };
constexpr auto describe_enum(concurrency_policy) {
    using namespace setpoint::schema;
    return names(value(concurrency_policy::allow, "Allow"), value(concurrency_policy::forbid, "Forbid"),
                 value(concurrency_policy::replace, "Replace"));
}

inline constexpr std::int32_t default_successful_limit = 3, default_failed_limit = 1;

// The fields that all versions have. What is unset has the value that set_defaults() sets.
struct run_settings {
    std::optional<std::string> time_zone;
    std::optional<std::int64_t> starting_deadline_seconds;
    std::optional<concurrency_policy> concurrency;
    std::optional<bool> suspend;
    setpoint::kinds::job_template_spec job_template;
    std::optional<std::int32_t> successful_jobs_history_limit, failed_jobs_history_limit;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = run_settings;
        return object(
            "",
            field(&self::time_zone, "timeZone",
                  "The time zone of the schedule, for example Europe/Berlin. Unset: UTC.", min_length(1),
                  max_length(64)),
            field(&self::starting_deadline_seconds, "startingDeadlineSeconds",
                  "How long after its time a run may still start. Unset: without a limit.", minimum(0)),
            field(&self::concurrency, "concurrencyPolicy",
                  "What happens when a run is due while another one is active. Allow (default): both are "
                  "active. Forbid: the new one waits. Replace: the active one is deleted."),
            field(&self::suspend, "suspend", "Whether no run starts. Active runs continue."),
            field(&self::job_template, "jobTemplate", "The Job that a run creates.", required),
            field(&self::successful_jobs_history_limit, "successfulJobsHistoryLimit",
                  "How many successful Jobs are kept. Default: 3.", minimum(0)),
            field(&self::failed_jobs_history_limit, "failedJobsHistoryLimit",
                  "How many failed Jobs are kept. Default: 1.", minimum(0)));
    }
};

struct cron_job_spec : run_settings {
    std::string schedule;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = cron_job_spec;
        return object("When runs are due, and which Job each creates.",
                      field(&self::schedule, "schedule",
                            "When runs are due, in cron format: minute, hour, day of month, month, day of "
                            "week; or @hourly, @daily, @weekly, @monthly, @yearly, @every 90m.",
                            required, min_length(1), max_length(256)),
                      fields_of<run_settings>);
    }
};

struct cron_job_status {
    std::int64_t observed_generation = 0;
    std::vector<setpoint::kinds::object_reference> active;
    setpoint::timestamp last_schedule_time, last_successful_time;
    std::vector<setpoint::condition> conditions;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = cron_job_status;
        return object(
            "The runs so far.",
            field(&self::observed_generation, "observedGeneration",
                  "The generation of the spec that this status describes."),
            field(&self::active, "active", "The Jobs that have not ended.", exclusive),
            field(&self::last_schedule_time, "lastScheduleTime", "The time of the last run that started."),
            field(&self::last_successful_time, "lastSuccessfulTime", "When a Job last completed."),
            field(&self::conditions, "conditions", "Ready and Degraded.", list_map("type")));
    }
};

// The columns of all versions.
constexpr setpoint::kind_description with_columns(const setpoint::kind_description& k) {
    return k.column("Time Zone", "string", ".spec.timeZone")
        .column("Suspend", "boolean", ".spec.suspend")
        .column("Ready", "string", ".status.conditions[?(@.type==\"Ready\")].reason")
        .column("Last Schedule", "date", ".status.lastScheduleTime")
        .column("Last Success", "date", ".status.lastSuccessfulTime", "", 1)
        .column("Age", "date", ".metadata.creationTimestamp");
}

struct cron_job : setpoint::custom_resource<cron_job_spec, cron_job_status> {
    static constexpr auto kind() {
        return with_columns(setpoint::custom_kind("batch.tutorial.kubebuilder.io", "v1", "CronJob",
                                                  "Creates Jobs by a schedule.")
                                .column("Schedule", "string", ".spec.schedule"));
    }
};

// The sample that --print-sample prints.
cron_job sample();

}  // namespace cron_job
