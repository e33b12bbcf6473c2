#pragma once
// Jobs (batch/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/text.hpp"
#include "setpoint/json/compiled_table.hpp"
#include "setpoint/json/describe.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint {

struct pod_failure_policy_on_exit_codes_requirement {
    std::optional<text> container_name{};
    text op{};
    std::vector<std::int32_t> values{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_failure_policy_on_exit_codes_requirement;
        return object("The requirement for handling a failed pod based on its container exit codes.",
                      field(&self::container_name, "containerName",
                            "Restricts the check for exit codes to the container with the specified name."),
                      field(&self::op, "operator", "", required),
                      field(&self::values, "values", "Specifies the set of values.", list_set));
    }
};

struct pod_failure_policy_on_pod_conditions_pattern {
    text type{}, status{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_failure_policy_on_pod_conditions_pattern;
        return object("A pattern for matching an actual pod condition type.",
                      field(&self::type, "type", "Specifies the required Pod condition type.", required),
                      field(&self::status, "status", "Specifies the required Pod condition status."));
    }
};

struct pod_failure_policy_rule {
    text action{};
    boxed<pod_failure_policy_on_exit_codes_requirement> on_exit_codes{};
    std::vector<pod_failure_policy_on_pod_conditions_pattern> on_pod_conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_failure_policy_rule;
        return object(
            "How a pod failure is handled when the requirements are met.",
            field(&self::action, "action",
                  "Specifies the action taken on a pod failure when the requirements are satisfied.",
                  required),
            field(&self::on_exit_codes, "onExitCodes",
                  "Represents the requirement on the container exit codes."),
            field(&self::on_pod_conditions, "onPodConditions",
                  "Represents the requirement on the pod conditions.", whole));
    }
};

struct pod_failure_policy {
    std::vector<pod_failure_policy_rule> rules{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_failure_policy;
        return object("How failed pods influence the backoffLimit.",
                      field(&self::rules, "rules", "A list of pod failure policy rules.", whole));
    }
};

struct success_policy_rule {
    std::optional<text> succeeded_indexes{};
    std::optional<std::int32_t> succeeded_count{};

    static constexpr auto describe() {
        using namespace schema;
        using self = success_policy_rule;
        return object(
            "Rule for declaring a Job as succeeded.", field(&self::succeeded_indexes, "succeededIndexes", ""),
            field(&self::succeeded_count, "succeededCount",
                  "The minimal required size of the actual set of the succeeded indexes for the Job."));
    }
};

struct success_policy {
    std::vector<success_policy_rule> rules{};

    static constexpr auto describe() {
        using namespace schema;
        using self = success_policy;
        return object("When a Job can be declared as succeeded based on the success of some indexes.",
                      field(&self::rules, "rules", "", whole));
    }
};

struct job_spec {
    pod_template_spec pod_template{};  // cannot be changed once the job exists
    std::optional<std::int32_t> parallelism{}, completions{}, backoff_limit{}, ttl_seconds_after_finished{};
    std::optional<std::int64_t> active_deadline_seconds{};
    std::optional<bool> suspend{}, manual_selector{};
    text completion_mode{}, pod_replacement_policy{};
    label_selector selector{};  // made by the server unless manual_selector is set
    boxed<setpoint::pod_failure_policy> pod_failure_policy{};
    boxed<setpoint::success_policy> success_policy{};
    std::optional<std::int32_t> backoff_limit_per_index{}, max_failed_indexes{};
    std::optional<text> managed_by{};

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
                      field(&self::selector, "selector", ""),
                      field(&self::pod_failure_policy, "podFailurePolicy",
                            "Specifies the policy of handling failed pods."),
                      field(&self::success_policy, "successPolicy",
                            "The policy when the Job can be declared as succeeded."),
                      field(&self::backoff_limit_per_index, "backoffLimitPerIndex", ""),
                      field(&self::max_failed_indexes, "maxFailedIndexes", ""),
                      field(&self::managed_by, "managedBy",
                            "ManagedBy field indicates the controller that manages a Job."));
    }
};

struct uncounted_terminated_pods {
    std::vector<text> succeeded{}, failed{};

    static constexpr auto describe() {
        using namespace schema;
        using self = uncounted_terminated_pods;
        return object("UIDs of Pods that have terminated but haven't been accounted in Job status counters.",
                      field(&self::succeeded, "succeeded", "UIDs of succeeded Pods.", list_set),
                      field(&self::failed, "failed", "UIDs of failed Pods.", list_set));
    }
};

struct job_status {
    std::optional<std::int32_t> active{}, ready{}, succeeded{}, failed{}, terminating{};
    timestamp start_time{}, completion_time{};  // completion_time only when it succeeded
    std::vector<condition> conditions{};        // Complete, Failed, Suspended
    text completed_indexes{};
    std::optional<text> failed_indexes{};
    boxed<setpoint::uncounted_terminated_pods> uncounted_terminated_pods{};

    static constexpr auto describe() {
        using namespace schema;
        using self = job_status;
        return object("", field(&self::active, "active", ""), field(&self::ready, "ready", ""),
                      field(&self::succeeded, "succeeded", ""), field(&self::failed, "failed", ""),
                      field(&self::terminating, "terminating", ""), field(&self::start_time, "startTime", ""),
                      field(&self::completion_time, "completionTime", ""),
                      field(&self::conditions, "conditions", ""),
                      field(&self::completed_indexes, "completedIndexes",
                            "The completed indexes when .spec.completionMode = 'Indexed' in a text format."),
                      field(&self::failed_indexes, "failedIndexes",
                            "The failed indexes when spec.backoffLimitPerIndex is set."),
                      field(&self::uncounted_terminated_pods, "uncountedTerminatedPods", ""));
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

SETPOINT_COMPILED_TABLE(setpoint::job);
