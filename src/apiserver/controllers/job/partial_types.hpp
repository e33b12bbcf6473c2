#pragma once
// The partial type of Jobs.

#include "apiserver/controllers/partial_workloads.hpp"
#include "setpoint/api/batch_v1/job.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_job_spec {
    std::optional<std::int32_t> parallelism{}, completions{}, backoff_limit{}, ttl_seconds_after_finished{};
    std::optional<std::int32_t> backoff_limit_per_index{}, max_failed_indexes{};
    std::optional<std::int64_t> active_deadline_seconds{};
    std::optional<bool> suspend{};
    interned_string completion_mode{}, pod_replacement_policy{}, managed_by{};
    label_selector selector{};
    boxed<setpoint::batch_v1::pod_failure_policy> pod_failure_policy{};
    boxed<setpoint::batch_v1::success_policy> success_policy{};
    boost::json::value pod_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_job_spec;
        return object(
            "", field(&self::parallelism, "parallelism", ""), field(&self::completions, "completions", ""),
            field(&self::backoff_limit, "backoffLimit", ""),
            field(&self::backoff_limit_per_index, "backoffLimitPerIndex", ""),
            field(&self::max_failed_indexes, "maxFailedIndexes", ""),
            field(&self::ttl_seconds_after_finished, "ttlSecondsAfterFinished", ""),
            field(&self::active_deadline_seconds, "activeDeadlineSeconds", ""),
            field(&self::suspend, "suspend", ""), field(&self::completion_mode, "completionMode", ""),
            field(&self::pod_replacement_policy, "podReplacementPolicy", ""),
            field(&self::managed_by, "managedBy", ""), field(&self::selector, "selector", ""),
            field(&self::pod_failure_policy, "podFailurePolicy", ""),
            field(&self::success_policy, "successPolicy", ""),
            field(&self::pod_template, "template", "", preserve_unknown));
    }
};

// Finished pods that are not in the counters yet.
struct uncounted_pods {
    std::vector<interned_string> succeeded{}, failed{};
    static constexpr auto describe() {
        using namespace schema;
        using self = uncounted_pods;
        return object("", field(&self::succeeded, "succeeded", ""), field(&self::failed, "failed", ""));
    }
};

struct partial_job_status {
    std::optional<std::int32_t> active{}, ready{}, succeeded{}, failed{}, terminating{};
    timestamp start_time{}, completion_time{};
    interned_string completed_indexes{};
    std::optional<interned_string> failed_indexes{};  // with backoffLimitPerIndex, even if there are none
    std::optional<uncounted_pods> uncounted{};
    workload_conditions conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_job_status;
        return object("", field(&self::active, "active", "", omitzero), field(&self::ready, "ready", ""),
                      field(&self::succeeded, "succeeded", "", omitzero),
                      field(&self::failed, "failed", "", omitzero),
                      field(&self::terminating, "terminating", ""), field(&self::start_time, "startTime", ""),
                      field(&self::completion_time, "completionTime", ""),
                      field(&self::completed_indexes, "completedIndexes", ""),
                      field(&self::failed_indexes, "failedIndexes", ""),
                      field(&self::uncounted, "uncountedTerminatedPods", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct partial_job {
    object_meta metadata{};
    partial_job_spec spec{};
    partial_job_status status{};

    static constexpr auto kind() { return partial<job>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_job;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}}}  // namespace setpoint::v0::apiserver
