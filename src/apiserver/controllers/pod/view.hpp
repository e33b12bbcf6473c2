#pragma once
// The partial type of pods that all controllers share, so that pods are cached once.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/affinity.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/api/kind_info.hpp"

#include <boost/json/value.hpp>

namespace setpoint::inline v0::apiserver {

struct container_view {
    interned_string name{}, image{}, restart_policy{};
    std::vector<container_port> ports{};
    resource_requirements resources{};

    static constexpr auto describe() {
        using namespace schema;
        using self = container_view;
        return object("", field(&self::name, "name", ""), field(&self::image, "image", ""),
                      field(&self::restart_policy, "restartPolicy", ""), field(&self::ports, "ports", ""),
                      field(&self::resources, "resources", ""));
    }
};

struct named_view {
    interned_string name{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&named_view::name, "name", ""));
    }
};

struct gate_view {
    interned_string condition_type{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&gate_view::condition_type, "conditionType", ""));
    }
};

struct claim_source_view {
    interned_string claim_name{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&claim_source_view::claim_name, "claimName", ""));
    }
};

struct pod_volume_view {
    interned_string name{};
    claim_source_view claim{};
    boost::json::value ephemeral{};  // its claim is named after pod and volume

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_volume_view;
        return object("", field(&self::name, "name", ""), field(&self::claim, "persistentVolumeClaim", ""),
                      field(&self::ephemeral, "ephemeral", "", preserve_unknown));
    }
};

struct node_affinity_view {
    boxed<node_selector_terms> required{};
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&node_affinity_view::required, "requiredDuringSchedulingIgnoredDuringExecution", ""));
    }
};

struct affinity_view {
    node_affinity_view node{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&affinity_view::node, "nodeAffinity", ""));
    }
};

struct pod_spec_view {
    std::vector<container_view> containers{}, init_containers{}, ephemeral_containers{};
    std::vector<pod_volume_view> volumes{};
    interned_string node_name{}, restart_policy{}, hostname{}, subdomain{}, scheduler_name{};
    string_map node_selector{};
    std::vector<toleration> tolerations{};
    boxed<affinity_view> affinity{};
    std::vector<named_view> scheduling_gates{};
    std::vector<gate_view> readiness_gates{};
    std::optional<bool> host_network{};
    std::optional<std::int64_t> termination_grace_period_seconds{}, active_deadline_seconds{};

    static constexpr auto describe() {
        using namespace schema;
        using self = pod_spec_view;
        return object(
            "", field(&self::containers, "containers", ""),
            field(&self::init_containers, "initContainers", ""),
            field(&self::ephemeral_containers, "ephemeralContainers", ""),
            field(&self::volumes, "volumes", ""), field(&self::node_name, "nodeName", ""),
            field(&self::restart_policy, "restartPolicy", ""), field(&self::hostname, "hostname", ""),
            field(&self::subdomain, "subdomain", ""), field(&self::scheduler_name, "schedulerName", ""),
            field(&self::node_selector, "nodeSelector", ""), field(&self::tolerations, "tolerations", ""),
            field(&self::affinity, "affinity", ""), field(&self::scheduling_gates, "schedulingGates", ""),
            field(&self::readiness_gates, "readinessGates", ""),
            field(&self::host_network, "hostNetwork", ""),
            field(&self::termination_grace_period_seconds, "terminationGracePeriodSeconds", ""),
            field(&self::active_deadline_seconds, "activeDeadlineSeconds", ""));
    }
};

struct pod_view {
    object_meta metadata{};
    pod_spec_view spec{};
    pod_status status{};

    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = pod_view;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

inline bool is_finished(const pod_view& p) {
    return p.status.phase == "Succeeded" || p.status.phase == "Failed";
}
// Neither finished nor being deleted.
inline bool is_active(const pod_view& p) {
    return !is_finished(p) && !is_deleting(p.metadata);
}
inline bool is_ready(const pod_view& p) {
    return is_true(p.status.conditions, "Ready");
}
// Whether it has been ready for at least that long.
bool is_available(const pod_view& p, std::int32_t min_ready_seconds, wall_time now);
// The transition time of the Ready condition; unset if it is not ready.
timestamp ready_since(const pod_view& p);
std::int32_t restarts(const pod_view& p);  // the largest count of its containers

using pod_ptr = std::shared_ptr<const pod_view>;

// Index of pod_view by the UID of the controller, "orphan" without one.
inline constexpr const char* pod_owner_index = "controller";
inline constexpr const char* orphan_pods = "orphan";
// Index by the name of the node, "" without one.
inline constexpr const char* pod_node_index = "node";

}  // namespace setpoint::inline v0::apiserver
