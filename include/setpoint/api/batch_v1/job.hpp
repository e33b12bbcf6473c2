#pragma once
// clang-format off
// Job (batch/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/batch_v1/job_spec.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace batch_v1 {

struct uncounted_terminated_pods {
    std::vector<interned_string> succeeded{};
    std::vector<interned_string> failed{};

    template <class Self = uncounted_terminated_pods>
    static constexpr auto describe() {
        return schema::object(
            "UncountedTerminatedPods holds UIDs of Pods that have terminated but haven't been accounted "
            "in Job status counters.",
            schema::field(&Self::succeeded, "succeeded", "succeeded holds UIDs of succeeded Pods.",
                          schema::list_set),
            schema::field(&Self::failed, "failed", "failed holds UIDs of failed Pods.", schema::list_set));
    }
};

struct job_status {
    std::vector<condition> conditions{};
    timestamp start_time{};
    timestamp completion_time{};
    std::optional<std::int32_t> active{};
    std::optional<std::int32_t> succeeded{};
    std::optional<std::int32_t> failed{};
    std::optional<std::int32_t> terminating{};
    interned_string completed_indexes{};
    std::optional<interned_string> failed_indexes{};
    boxed<batch_v1::uncounted_terminated_pods> uncounted_terminated_pods{};
    std::optional<std::int32_t> ready{};

    template <class Self = job_status>
    static constexpr auto describe() {
        return schema::object(
            "JobStatus represents the current state of a Job.",
            schema::field(&Self::conditions, "conditions",
                          "The latest available observations of an object's current state."),
            schema::field(&Self::start_time, "startTime",
                          "Represents time when the job controller started processing a job."),
            schema::field(&Self::completion_time, "completionTime",
                          "Represents time when the job was completed."),
            schema::field(&Self::active, "active",
                          "The number of pending and running pods which are not terminating (without a "
                          "deletionTimestamp).", schema::omitzero),
            schema::field(&Self::succeeded, "succeeded", "The number of pods which reached phase Succeeded.",
                          schema::omitzero),
            schema::field(&Self::failed, "failed", "The number of pods which reached phase Failed.",
                          schema::omitzero),
            schema::field(&Self::terminating, "terminating",
                          "The number of pods which are terminating (in phase Pending or Running and have "
                          "a deletionTimestamp)."),
            schema::field(&Self::completed_indexes, "completedIndexes",
                          "completedIndexes holds the completed indexes when .spec.completionMode = "
                          "\"Indexed\" in a text format."),
            schema::field(&Self::failed_indexes, "failedIndexes",
                          "FailedIndexes holds the failed indexes when spec.backoffLimitPerIndex is set."),
            schema::field(&Self::uncounted_terminated_pods, "uncountedTerminatedPods",
                          "uncountedTerminatedPods holds the UIDs of Pods that have terminated but the "
                          "job controller hasn't yet accounted for in the status counters."),
            schema::field(&Self::ready, "ready",
                          "The number of active pods which have a Ready condition and are not terminating "
                          "(without a deletionTimestamp)."));
    }
};

struct job {
    object_meta metadata{};
    job_spec spec{};
    job_status status{};

    static constexpr auto kind() { return builtin_kind("batch", "v1", "Job", "jobs"); }
    template <class Self = job>
    static constexpr auto describe() {
        return schema::object(
            "Job represents the configuration of a single job.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Specification of the desired behavior of a job."),
            schema::field(&Self::status, "status", "Current status of a job."));
    }
};

}}}  // namespace setpoint::v0::batch_v1

SETPOINT_BUILT_IN_KIND(setpoint::batch_v1::job);
