#pragma once
// The partial type of StatefulSets.

#include "apiserver/controllers/partial_workloads.hpp"
#include "setpoint/api/apps_v1/stateful_set.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_stateful_set_spec {
    std::optional<std::int32_t> replicas{}, min_ready_seconds{}, revision_history_limit{};
    label_selector selector{};
    interned_string service_name{}, pod_management_policy{};
    stateful_set_update_strategy update_strategy{};
    boxed<stateful_set_persistent_volume_claim_retention_policy> claim_retention{};
    boxed<stateful_set_ordinals> ordinals{};
    boost::json::value pod_template{}, claim_templates{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_stateful_set_spec;
        return object("", field(&self::replicas, "replicas", ""),
                      field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&self::revision_history_limit, "revisionHistoryLimit", ""),
                      field(&self::selector, "selector", ""), field(&self::service_name, "serviceName", ""),
                      field(&self::pod_management_policy, "podManagementPolicy", ""),
                      field(&self::update_strategy, "updateStrategy", ""),
                      field(&self::claim_retention, "persistentVolumeClaimRetentionPolicy", ""),
                      field(&self::ordinals, "ordinals", ""),
                      field(&self::pod_template, "template", "", preserve_unknown),
                      field(&self::claim_templates, "volumeClaimTemplates", "", preserve_unknown));
    }
};

struct partial_stateful_set_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> replicas{}, ready_replicas{}, current_replicas{}, updated_replicas{};
    std::optional<std::int32_t> available_replicas{}, collision_count{};
    interned_string current_revision{}, update_revision{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_stateful_set_status;
        return object("", field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::replicas, "replicas", ""),
                      field(&self::ready_replicas, "readyReplicas", "", omitzero),
                      field(&self::current_replicas, "currentReplicas", "", omitzero),
                      field(&self::updated_replicas, "updatedReplicas", "", omitzero),
                      field(&self::available_replicas, "availableReplicas", ""),
                      field(&self::collision_count, "collisionCount", ""),
                      field(&self::current_revision, "currentRevision", ""),
                      field(&self::update_revision, "updateRevision", ""));
    }
};

struct partial_stateful_set {
    object_meta metadata{};
    partial_stateful_set_spec spec{};
    partial_stateful_set_status status{};

    static constexpr auto kind() { return partial<stateful_set>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_stateful_set;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

// The defaults of the API, also for objects that bypassed it (in tests).
inline std::int32_t replicas_of(const partial_stateful_set& s) {
    return s.spec.replicas.value_or(1);
}
inline std::int32_t first_ordinal(const partial_stateful_set& s) {
    return s.spec.ordinals ? s.spec.ordinals->start.value_or(0) : 0;
}
inline const boost::json::array& claim_templates(const partial_stateful_set& s) {
    static const boost::json::array none;
    const boost::json::array* all = s.spec.claim_templates.if_array();
    return all ? *all : none;
}
inline bool is_parallel(const partial_stateful_set& s) {
    return s.spec.pod_management_policy == "Parallel";
}

}}}  // namespace setpoint::v0::apiserver
