#pragma once
// StatefulSets (apps/v1).

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim.hpp"
#include "setpoint/api/core_v1/pod_spec.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct rolling_update_stateful_set_strategy {
    std::optional<std::int32_t> partition{};
    int_or_string max_unavailable{};

    template <class Self = rolling_update_stateful_set_strategy>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Used to communicate parameter for RollingUpdateStatefulSetStrategyType.",
            field(&Self::partition, "partition",
                  "Indicates the ordinal at which the StatefulSet should be partitioned for updates."),
            field(&Self::max_unavailable, "maxUnavailable",
                  "The maximum number of pods that can be unavailable during the update."));
    }
};

struct stateful_set_update_strategy {
    interned_string type{};
    boxed<rolling_update_stateful_set_strategy> rolling_update{};

    template <class Self = stateful_set_update_strategy>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Indicates the strategy that the StatefulSet controller will use to perform updates.",
            field(&Self::type, "type", "Indicates the type of the StatefulSetUpdateStrategy."),
            field(&Self::rolling_update, "rollingUpdate",
                  "Used to communicate parameters when Type is RollingUpdateStatefulSetStrategyType."));
    }
};

struct stateful_set_persistent_volume_claim_retention_policy {
    interned_string when_deleted{}, when_scaled{};

    template <class Self = stateful_set_persistent_volume_claim_retention_policy>
    static constexpr auto describe() {
        using namespace schema;
        return object("The policy used for PVCs created from the StatefulSet VolumeClaimTemplates.",
                      field(&Self::when_deleted, "whenDeleted", ""),
                      field(&Self::when_scaled, "whenScaled", ""));
    }
};

struct stateful_set_ordinals {
    std::optional<std::int32_t> start{};

    template <class Self = stateful_set_ordinals>
    static constexpr auto describe() {
        using namespace schema;
        return object("The policy used for replica ordinal assignment in this StatefulSet.",
                      field(&Self::start, "start", "The number representing the first replica's index."));
    }
};

struct stateful_set_spec {
    std::optional<std::int32_t> replicas{};
    boxed<label_selector> selector{};
    pod_template_spec pod_template{};
    std::vector<persistent_volume_claim> volume_claim_templates{};
    interned_string service_name{}, pod_management_policy{};
    stateful_set_update_strategy update_strategy{};
    std::optional<std::int32_t> revision_history_limit{}, min_ready_seconds{};
    boxed<stateful_set_persistent_volume_claim_retention_policy> persistent_volume_claim_retention_policy{};
    boxed<stateful_set_ordinals> ordinals{};

    template <class Self = stateful_set_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "A StatefulSetSpec is the specification of a StatefulSet.",
            field(&Self::replicas, "replicas", "The desired number of replicas of the given Template."),
            field(&Self::selector, "selector",
                  "A label query over pods that should match the replica count."),
            field(&Self::pod_template, "template", ""),
            field(&Self::volume_claim_templates, "volumeClaimTemplates",
                  "A list of claims that pods are allowed to reference.", exclusive),
            field(&Self::service_name, "serviceName",
                  "The name of the service that governs this StatefulSet."),
            field(&Self::pod_management_policy, "podManagementPolicy", ""),
            field(&Self::update_strategy, "updateStrategy", ""),
            field(&Self::revision_history_limit, "revisionHistoryLimit", ""),
            field(&Self::min_ready_seconds, "minReadySeconds", "", omitzero),
            field(&Self::persistent_volume_claim_retention_policy, "persistentVolumeClaimRetentionPolicy",
                  "The lifecycle of persistent volume claims created from volumeClaimTemplates."),
            field(&Self::ordinals, "ordinals",
                  "Ordinals controls the numbering of replica indices in a StatefulSet."));
    }
};

struct stateful_set_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, ready_replicas{}, current_replicas{}, updated_replicas{};
    interned_string current_revision{}, update_revision{};
    std::optional<std::int32_t> collision_count{};
    std::vector<condition> conditions{};
    std::optional<std::int32_t> available_replicas{};

    template <class Self = stateful_set_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The current state of a StatefulSet.",
            field(&Self::observed_generation, "observedGeneration",
                  "The most recent generation observed for this StatefulSet."),
            field(&Self::replicas, "replicas", "The number of Pods created by the StatefulSet controller."),
            field(&Self::ready_replicas, "readyReplicas",
                  "The number of pods created for this StatefulSet with a Ready Condition.", omitzero),
            field(&Self::current_replicas, "currentReplicas", "", omitzero),
            field(&Self::updated_replicas, "updatedReplicas", "", omitzero),
            field(&Self::current_revision, "currentRevision", ""),
            field(&Self::update_revision, "updateRevision", ""),
            field(&Self::collision_count, "collisionCount",
                  "The count of hash collisions for the StatefulSet."),
            field(&Self::conditions, "conditions",
                  "Represents the latest available observations of a statefulset's current state.",
                  list_map("type")),
            field(&Self::available_replicas, "availableReplicas", ""));
    }
};

struct stateful_set {
    object_meta metadata{};
    stateful_set_spec spec{};
    stateful_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "StatefulSet", "statefulsets"); }
    template <class Self = stateful_set>
    static constexpr auto describe() {
        using namespace schema;
        return object("A set of pods with consistent identities.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::stateful_set);
