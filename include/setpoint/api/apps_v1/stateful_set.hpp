#pragma once
// clang-format off
// StatefulSet (apps/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim.hpp"
#include "setpoint/api/core_v1/pod_template_spec.hpp"
#include "setpoint/api/int_or_string.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apps_v1 {

struct rolling_update_stateful_set_strategy {
    std::optional<std::int32_t> partition{};
    int_or_string max_unavailable{};

    template <class Self = rolling_update_stateful_set_strategy>
    static constexpr auto describe() {
        return schema::object(
            "RollingUpdateStatefulSetStrategy is used to communicate parameter for "
            "RollingUpdateStatefulSetStrategyType.",
            schema::field(&Self::partition, "partition",
                          "Partition indicates the ordinal at which the StatefulSet should be partitioned "
                          "for updates."),
            schema::field(&Self::max_unavailable, "maxUnavailable",
                          "The maximum number of pods that can be unavailable during the update."));
    }
};

struct stateful_set_update_strategy {
    interned_string type{};
    boxed<rolling_update_stateful_set_strategy> rolling_update{};

    template <class Self = stateful_set_update_strategy>
    static constexpr auto describe() {
        return schema::object(
            "StatefulSetUpdateStrategy indicates the strategy that the StatefulSet controller will use to "
            "perform updates.",
            schema::field(&Self::type, "type", "Type indicates the type of the StatefulSetUpdateStrategy."),
            schema::field(&Self::rolling_update, "rollingUpdate",
                          "RollingUpdate is used to communicate parameters when Type is "
                          "RollingUpdateStatefulSetStrategyType."));
    }
};

struct stateful_set_persistent_volume_claim_retention_policy {
    interned_string when_deleted{};
    interned_string when_scaled{};

    template <class Self = stateful_set_persistent_volume_claim_retention_policy>
    static constexpr auto describe() {
        return schema::object(
            "StatefulSetPersistentVolumeClaimRetentionPolicy describes the policy used for PVCs created "
            "from the StatefulSet VolumeClaimTemplates.",
            schema::field(&Self::when_deleted, "whenDeleted",
                          "WhenDeleted specifies what happens to PVCs created from StatefulSet "
                          "VolumeClaimTemplates when the StatefulSet is deleted."),
            schema::field(&Self::when_scaled, "whenScaled",
                          "WhenScaled specifies what happens to PVCs created from StatefulSet "
                          "VolumeClaimTemplates when the StatefulSet is scaled down."));
    }
};

struct stateful_set_ordinals {
    std::optional<std::int32_t> start{};

    template <class Self = stateful_set_ordinals>
    static constexpr auto describe() {
        return schema::object(
            "StatefulSetOrdinals describes the policy used for replica ordinal assignment in this "
            "StatefulSet.",
            schema::field(&Self::start, "start",
                          "start is the number representing the first replica's index."));
    }
};

struct stateful_set_spec {
    std::optional<std::int32_t> replicas{};
    label_selector selector{};
    core_v1::pod_template_spec pod_template{};
    std::vector<core_v1::persistent_volume_claim> volume_claim_templates{};
    interned_string service_name{};
    interned_string pod_management_policy{};
    stateful_set_update_strategy update_strategy{};
    std::optional<std::int32_t> revision_history_limit{};
    std::optional<std::int32_t> min_ready_seconds{};
    boxed<stateful_set_persistent_volume_claim_retention_policy> persistent_volume_claim_retention_policy{};
    boxed<stateful_set_ordinals> ordinals{};

    template <class Self = stateful_set_spec>
    static constexpr auto describe() {
        return schema::object(
            "A StatefulSetSpec is the specification of a StatefulSet.",
            schema::field(&Self::replicas, "replicas",
                          "replicas is the desired number of replicas of the given Template."),
            schema::field(&Self::selector, "selector",
                          "selector is a label query over pods that should match the replica count."),
            schema::field(&Self::pod_template, "template",
                          "template is the object that describes the pod that will be created if "
                          "insufficient replicas are detected."),
            schema::field(&Self::volume_claim_templates, "volumeClaimTemplates",
                          "volumeClaimTemplates is a list of claims that pods are allowed to reference."),
            schema::field(&Self::service_name, "serviceName",
                          "serviceName is the name of the service that governs this StatefulSet."),
            schema::field(&Self::pod_management_policy, "podManagementPolicy",
                          "podManagementPolicy controls how pods are created during initial scale up, "
                          "when replacing pods on nodes, or when scaling down."),
            schema::field(&Self::update_strategy, "updateStrategy",
                          "updateStrategy indicates the StatefulSetUpdateStrategy that will be employed "
                          "to update Pods in the StatefulSet when a revision is made to Template."),
            schema::field(&Self::revision_history_limit, "revisionHistoryLimit",
                          "revisionHistoryLimit is the maximum number of revisions that will be "
                          "maintained in the StatefulSet's revision history."),
            schema::field(&Self::min_ready_seconds, "minReadySeconds",
                          "Minimum number of seconds for which a newly created pod should be ready "
                          "without any of its container crashing for it to be considered available.",
                          schema::omitzero),
            schema::field(&Self::persistent_volume_claim_retention_policy,
                          "persistentVolumeClaimRetentionPolicy",
                          "persistentVolumeClaimRetentionPolicy describes the lifecycle of persistent "
                          "volume claims created from volumeClaimTemplates."),
            schema::field(&Self::ordinals, "ordinals",
                          "ordinals controls the numbering of replica indices in a StatefulSet."));
    }
};

struct stateful_set_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{};
    std::optional<std::int32_t> ready_replicas{};
    std::optional<std::int32_t> current_replicas{};
    std::optional<std::int32_t> updated_replicas{};
    interned_string current_revision{};
    interned_string update_revision{};
    std::optional<std::int32_t> collision_count{};
    std::vector<condition> conditions{};
    std::optional<std::int32_t> available_replicas{};

    template <class Self = stateful_set_status>
    static constexpr auto describe() {
        return schema::object(
            "StatefulSetStatus represents the current state of a StatefulSet.",
            schema::field(&Self::observed_generation, "observedGeneration",
                          "observedGeneration is the most recent generation observed for this StatefulSet."),
            schema::field(&Self::replicas, "replicas",
                          "replicas is the number of Pods created by the StatefulSet controller."),
            schema::field(&Self::ready_replicas, "readyReplicas",
                          "readyReplicas is the number of pods created for this StatefulSet with a Ready "
                          "Condition.", schema::omitzero),
            schema::field(&Self::current_replicas, "currentReplicas",
                          "currentReplicas is the number of Pods created by the StatefulSet controller "
                          "from the StatefulSet version indicated by currentRevision.", schema::omitzero),
            schema::field(&Self::updated_replicas, "updatedReplicas",
                          "updatedReplicas is the number of Pods created by the StatefulSet controller "
                          "from the StatefulSet version indicated by updateRevision.", schema::omitzero),
            schema::field(&Self::current_revision, "currentRevision",
                          "currentRevision, if not empty, indicates the version of the StatefulSet used "
                          "to generate Pods in the sequence [0,currentReplicas)."),
            schema::field(&Self::update_revision, "updateRevision",
                          "updateRevision, if not empty, indicates the version of the StatefulSet used to "
                          "generate Pods in the sequence [replicas-updatedReplicas,replicas)"),
            schema::field(&Self::collision_count, "collisionCount",
                          "collisionCount is the count of hash collisions for the StatefulSet."),
            schema::field(&Self::conditions, "conditions",
                          "Represents the latest available observations of a statefulset's current state.",
                          schema::list_map("type")),
            schema::field(&Self::available_replicas, "availableReplicas",
                          "Total number of available pods (ready for at least minReadySeconds) targeted "
                          "by this statefulset."));
    }
};

struct stateful_set {
    object_meta metadata{};
    stateful_set_spec spec{};
    stateful_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "StatefulSet", "statefulsets"); }
    template <class Self = stateful_set>
    static constexpr auto describe() {
        return schema::object(
            "StatefulSet represents a set of pods with consistent identities.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "Spec defines the desired identities of pods in this set."),
            schema::field(&Self::status, "status",
                          "Status is the current status of Pods in this StatefulSet."));
    }
};

}}}  // namespace setpoint::v0::apps_v1

SETPOINT_BUILT_IN_KIND(setpoint::apps_v1::stateful_set);
