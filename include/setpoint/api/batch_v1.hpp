#pragma once
// The kinds of batch/v1 that operators use most. What is unset is never sent.

#include <setpoint/api/condition.hpp>
#include <setpoint/api/core_v1/pod_spec.hpp>
#include <setpoint/api/kind_info.hpp>
#include <setpoint/api/selector.hpp>

namespace setpoint {

struct job_spec {
    pod_template_spec pod_template{};  // cannot be changed once the job exists
    std::optional<std::int32_t> parallelism{}, completions{}, backoff_limit{}, ttl_seconds_after_finished{};
    std::optional<std::int64_t> active_deadline_seconds{};
    std::optional<bool> suspend{}, manual_selector{};
    text completion_mode{}, pod_replacement_policy{};
    label_selector selector{};  // made by the server unless manual_selector is set

    static constexpr auto describe() {
        using namespace schema;
        using self = job_spec;
        return object("What the job should do.", field(&self::pod_template, "template", ""),
                      field(&self::parallelism, "parallelism", "Pods at the same time."),
                      field(&self::completions, "completions", "Pods that must succeed."),
                      field(&self::backoff_limit, "backoffLimit", "Failures after which the job has failed."),
                      field(&self::ttl_seconds_after_finished, "ttlSecondsAfterFinished",
                            "When the job is deleted after its end; unset: never."),
                      field(&self::active_deadline_seconds, "activeDeadlineSeconds", ""),
                      field(&self::suspend, "suspend", ""),
                      field(&self::manual_selector, "manualSelector", ""),
                      field(&self::completion_mode, "completionMode", "NonIndexed or Indexed."),
                      field(&self::pod_replacement_policy, "podReplacementPolicy", ""),
                      field(&self::selector, "selector", ""));
    }
};

struct job_status {
    std::optional<std::int32_t> active{}, ready{}, succeeded{}, failed{}, terminating{};
    timestamp start_time{}, completion_time{};  // completion_time only when it succeeded
    std::vector<condition> conditions{};        // Complete, Failed, Suspended

    static constexpr auto describe() {
        using namespace schema;
        using self = job_status;
        return object("", field(&self::active, "active", ""), field(&self::ready, "ready", ""),
                      field(&self::succeeded, "succeeded", ""), field(&self::failed, "failed", ""),
                      field(&self::terminating, "terminating", ""), field(&self::start_time, "startTime", ""),
                      field(&self::completion_time, "completionTime", ""),
                      field(&self::conditions, "conditions", ""));
    }
};

struct job {
    object_meta metadata{};
    job_spec spec{};
    job_status status{};

    static constexpr auto kind() { return builtin_kind("batch", "v1", "Job", "jobs"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = job;
        return object("Pods that run to their end.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

// When the job ended, well or badly: the transition of its condition Complete or Failed. Unset while it has
// not.
timestamp finished_at(const job& j) noexcept;

}  // namespace setpoint
