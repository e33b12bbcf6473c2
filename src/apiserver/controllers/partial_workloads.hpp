#pragma once
// Partial types of Deployments, ReplicaSets and ReplicationControllers, and the conditions of workloads.

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/kind_info.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// The fields of DeploymentCondition, ReplicaSetCondition and JobCondition.
struct workload_condition {
    interned_string type{};
    condition_status status = condition_status::unknown;
    timestamp last_probe_time{}, last_update_time{}, last_transition_time{};
    interned_string reason{}, message{};

    static constexpr auto describe() {
        using namespace schema;
        using self = workload_condition;
        return object("", field(&self::type, "type", ""), field(&self::status, "status", ""),
                      field(&self::last_probe_time, "lastProbeTime", ""),
                      field(&self::last_update_time, "lastUpdateTime", ""),
                      field(&self::last_transition_time, "lastTransitionTime", ""),
                      field(&self::reason, "reason", ""), field(&self::message, "message", ""));
    }
};
using workload_conditions = std::vector<workload_condition>;
const workload_condition* find_condition(const workload_conditions& conditions, std::string_view type);
void remove_condition(workload_conditions& conditions, std::string_view type);
// A condition whose lastTransitionTime is `now`; the other times are unset.
workload_condition new_condition(std::string_view type, condition_status status, std::string_view reason,
                                 std::string_view message, wall_time now);
// Removes the condition of that type and appends `c`, like SetDeploymentCondition.
void replace_condition(workload_conditions& conditions, workload_condition c);

struct partial_replica_spec {
    std::optional<std::int32_t> replicas{}, min_ready_seconds{};
    label_selector selector{};
    boost::json::value pod_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_replica_spec;
        return object("", field(&self::replicas, "replicas", ""),
                      field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&self::selector, "selector", ""),
                      field(&self::pod_template, "template", "", preserve_unknown));
    }
};

struct partial_replica_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, fully_labeled_replicas{}, ready_replicas{}, available_replicas{};
    std::optional<std::int32_t> terminating_replicas{};
    workload_conditions conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_replica_status;
        return object("", field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::replicas, "replicas", "", omitzero),
                      field(&self::fully_labeled_replicas, "fullyLabeledReplicas", "", omitzero),
                      field(&self::ready_replicas, "readyReplicas", "", omitzero),
                      field(&self::available_replicas, "availableReplicas", "", omitzero),
                      field(&self::terminating_replicas, "terminatingReplicas", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct partial_replica_set {
    object_meta metadata{};
    partial_replica_spec spec{};
    partial_replica_status status{};

    static constexpr auto kind() { return partial<replica_set>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_replica_set;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};
using replica_set_ptr = std::shared_ptr<const partial_replica_set>;

struct partial_controller_spec {
    std::optional<std::int32_t> replicas{}, min_ready_seconds{};
    string_map selector{};
    boost::json::value pod_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_controller_spec;
        return object("", field(&self::replicas, "replicas", ""),
                      field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&self::selector, "selector", "", exclusive),
                      field(&self::pod_template, "template", "", preserve_unknown));
    }
};

struct partial_replication_controller {
    object_meta metadata{};
    partial_controller_spec spec{};
    partial_replica_status status{};

    static constexpr auto kind() {
        return builtin_kind("", "v1", "ReplicationController", "replicationcontrollers");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_replication_controller;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

struct partial_deployment_spec {
    std::optional<std::int32_t> replicas{}, min_ready_seconds{}, progress_deadline_seconds{},
        revision_history_limit{};
    std::optional<bool> paused{};
    label_selector selector{};
    deployment_strategy strategy{};
    boost::json::value pod_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_deployment_spec;
        return object("", field(&self::replicas, "replicas", ""),
                      field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&self::progress_deadline_seconds, "progressDeadlineSeconds", ""),
                      field(&self::revision_history_limit, "revisionHistoryLimit", ""),
                      field(&self::paused, "paused", "", omitzero), field(&self::selector, "selector", ""),
                      field(&self::strategy, "strategy", ""),
                      field(&self::pod_template, "template", "", preserve_unknown));
    }
};

struct partial_deployment_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, updated_replicas{}, ready_replicas{}, available_replicas{};
    std::optional<std::int32_t> unavailable_replicas{}, terminating_replicas{}, collision_count{};
    workload_conditions conditions{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_deployment_status;
        return object("", field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::replicas, "replicas", "", omitzero),
                      field(&self::updated_replicas, "updatedReplicas", "", omitzero),
                      field(&self::ready_replicas, "readyReplicas", "", omitzero),
                      field(&self::available_replicas, "availableReplicas", "", omitzero),
                      field(&self::unavailable_replicas, "unavailableReplicas", "", omitzero),
                      field(&self::terminating_replicas, "terminatingReplicas", ""),
                      field(&self::collision_count, "collisionCount", ""),
                      field(&self::conditions, "conditions", "", list_map("type")));
    }
};

struct partial_deployment {
    object_meta metadata{};
    partial_deployment_spec spec{};
    partial_deployment_status status{};

    static constexpr auto kind() { return partial<deployment>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_deployment;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

// Index of replica sets by the UID of their controller, "orphan" if they have none.
inline constexpr const char* replica_set_owner_index = "controller";

}}}  // namespace setpoint::v0::apiserver
