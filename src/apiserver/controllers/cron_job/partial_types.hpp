#pragma once
// The partial type of CronJobs.

#include "setpoint/api/batch_v1/cron_job.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_cron_job_spec {
    interned_string schedule{}, concurrency_policy{};
    std::optional<interned_string> time_zone{};
    std::optional<std::int64_t> starting_deadline_seconds{};
    std::optional<bool> suspend{};
    std::optional<std::int32_t> successful_jobs_history_limit{}, failed_jobs_history_limit{};
    boost::json::value job_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_cron_job_spec;
        return object("", field(&self::schedule, "schedule", ""),
                      field(&self::concurrency_policy, "concurrencyPolicy", ""),
                      field(&self::time_zone, "timeZone", ""),
                      field(&self::starting_deadline_seconds, "startingDeadlineSeconds", ""),
                      field(&self::suspend, "suspend", ""),
                      field(&self::successful_jobs_history_limit, "successfulJobsHistoryLimit", ""),
                      field(&self::failed_jobs_history_limit, "failedJobsHistoryLimit", ""),
                      field(&self::job_template, "jobTemplate", "", preserve_unknown));
    }
};

struct partial_cron_job {
    object_meta metadata{};
    partial_cron_job_spec spec{};
    cron_job_status status{};

    static constexpr auto kind() { return partial<cron_job>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_cron_job;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}}}  // namespace setpoint::v0::apiserver
