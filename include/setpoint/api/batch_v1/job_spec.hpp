#pragma once
// clang-format off
// JobSpec (batch/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace batch_v1 {

struct pod_failure_policy_on_exit_codes_requirement {
    std::optional<interned_string> container_name{};
    interned_string op{};
    std::vector<std::int32_t> values{};

    template <class Self = pod_failure_policy_on_exit_codes_requirement>
    static constexpr auto describe() {
        return schema::object(
            "PodFailurePolicyOnExitCodesRequirement describes the requirement for handling a failed pod "
            "based on its container exit codes.",
            schema::field(&Self::container_name, "containerName",
                          "Restricts the check for exit codes to the container with the specified name."),
            schema::field(&Self::op, "operator",
                          "Represents the relationship between the container exit code(s) and the "
                          "specified values.", schema::required),
            schema::field(&Self::values, "values", "Specifies the set of values.", schema::list_set));
    }
};

struct pod_failure_policy_on_pod_conditions_pattern {
    interned_string type{};
    interned_string status{};

    template <class Self = pod_failure_policy_on_pod_conditions_pattern>
    static constexpr auto describe() {
        return schema::object(
            "PodFailurePolicyOnPodConditionsPattern describes a pattern for matching an actual pod "
            "condition type.",
            schema::field(&Self::type, "type", "Specifies the required Pod condition type.",
                          schema::required),
            schema::field(&Self::status, "status", "Specifies the required Pod condition status."));
    }
};

struct pod_failure_policy_rule {
    interned_string action{};
    boxed<pod_failure_policy_on_exit_codes_requirement> on_exit_codes{};
    std::vector<pod_failure_policy_on_pod_conditions_pattern> on_pod_conditions{};

    template <class Self = pod_failure_policy_rule>
    static constexpr auto describe() {
        return schema::object(
            "PodFailurePolicyRule describes how a pod failure is handled when the requirements are met.",
            schema::field(&Self::action, "action",
                          "Specifies the action taken on a pod failure when the requirements are "
                          "satisfied.", schema::required),
            schema::field(&Self::on_exit_codes, "onExitCodes",
                          "Represents the requirement on the container exit codes."),
            schema::field(&Self::on_pod_conditions, "onPodConditions",
                          "Represents the requirement on the pod conditions."));
    }
};

struct pod_failure_policy {
    std::vector<pod_failure_policy_rule> rules{};

    template <class Self = pod_failure_policy>
    static constexpr auto describe() {
        return schema::object(
            "PodFailurePolicy describes how failed pods influence the backoffLimit.",
            schema::field(&Self::rules, "rules", "A list of pod failure policy rules."));
    }
};

struct success_policy_rule {
    std::optional<interned_string> succeeded_indexes{};
    std::optional<std::int32_t> succeeded_count{};

    template <class Self = success_policy_rule>
    static constexpr auto describe() {
        return schema::object(
            "SuccessPolicyRule describes rule for declaring a Job as succeeded.",
            schema::field(&Self::succeeded_indexes, "succeededIndexes",
                          "succeededIndexes specifies the set of indexes which need to be contained in "
                          "the actual set of the succeeded indexes for the Job."),
            schema::field(&Self::succeeded_count, "succeededCount",
                          "succeededCount specifies the minimal required size of the actual set of the "
                          "succeeded indexes for the Job."));
    }
};

struct success_policy {
    std::vector<success_policy_rule> rules{};

    template <class Self = success_policy>
    static constexpr auto describe() {
        return schema::object(
            "SuccessPolicy describes when a Job can be declared as succeeded based on the success of some "
            "indexes.",
            schema::field(&Self::rules, "rules",
                          "rules represents the list of alternative rules for the declaring the Jobs as "
                          "successful before `.status.succeeded >= .spec.completions`."));
    }
};

struct job_spec {
    std::optional<std::int32_t> parallelism{};
    std::optional<std::int32_t> completions{};
    std::optional<std::int64_t> active_deadline_seconds{};
    boxed<batch_v1::pod_failure_policy> pod_failure_policy{};
    boxed<batch_v1::success_policy> success_policy{};
    std::optional<std::int32_t> backoff_limit{};
    std::optional<std::int32_t> backoff_limit_per_index{};
    std::optional<std::int32_t> max_failed_indexes{};
    boxed<label_selector> selector{};
    std::optional<bool> manual_selector{};
    core_v1::pod_template_spec pod_template{};
    std::optional<std::int32_t> ttl_seconds_after_finished{};
    interned_string completion_mode{};
    std::optional<bool> suspend{};
    interned_string pod_replacement_policy{};
    std::optional<interned_string> managed_by{};

    template <class Self = job_spec>
    static constexpr auto describe() {
        return schema::object(
            "JobSpec describes how the job execution will look like.",
            schema::field(&Self::parallelism, "parallelism",
                          "Specifies the maximum desired number of pods the job should run at any given "
                          "time."),
            schema::field(&Self::completions, "completions",
                          "Specifies the desired number of successfully finished pods the job should be "
                          "run with."),
            schema::field(&Self::active_deadline_seconds, "activeDeadlineSeconds",
                          "Specifies the duration in seconds relative to the startTime that the job may "
                          "be continuously active before the system tries to terminate it; value must be "
                          "..."),
            schema::field(&Self::pod_failure_policy, "podFailurePolicy",
                          "Specifies the policy of handling failed pods."),
            schema::field(&Self::success_policy, "successPolicy",
                          "successPolicy specifies the policy when the Job can be declared as succeeded."),
            schema::field(&Self::backoff_limit, "backoffLimit",
                          "Specifies the number of retries before marking this job failed."),
            schema::field(&Self::backoff_limit_per_index, "backoffLimitPerIndex",
                          "Specifies the limit for the number of retries within an index before marking "
                          "this index as failed."),
            schema::field(&Self::max_failed_indexes, "maxFailedIndexes",
                          "Specifies the maximal number of failed indexes before marking the Job as "
                          "failed, when backoffLimitPerIndex is set."),
            schema::field(&Self::selector, "selector",
                          "A label query over pods that should match the pod count."),
            schema::field(&Self::manual_selector, "manualSelector",
                          "manualSelector controls generation of pod labels and pod selectors."),
            schema::field(&Self::pod_template, "template",
                          "Describes the pod that will be created when executing a job."),
            schema::field(&Self::ttl_seconds_after_finished, "ttlSecondsAfterFinished",
                          "ttlSecondsAfterFinished limits the lifetime of a Job that has finished "
                          "execution (either Complete or Failed)."),
            schema::field(&Self::completion_mode, "completionMode",
                          "completionMode specifies how Pod completions are tracked."),
            schema::field(&Self::suspend, "suspend",
                          "suspend specifies whether the Job controller should create Pods or not."),
            schema::field(&Self::pod_replacement_policy, "podReplacementPolicy",
                          "podReplacementPolicy specifies when to create replacement Pods."),
            schema::field(&Self::managed_by, "managedBy",
                          "ManagedBy field indicates the controller that manages a Job."));
    }
};

}}}  // namespace setpoint::v0::batch_v1

SETPOINT_COMPILED_TABLE(setpoint::batch_v1::job_spec);
