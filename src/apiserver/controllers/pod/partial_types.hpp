#pragma once
// The partial type of pods that all controllers share, so that pods are cached once.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1/affinity.hpp"
#include "setpoint/api/core_v1/container.hpp"
#include "setpoint/api/core_v1/node.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/api/kind_info.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_container {
    interned_string name{}, image{}, restart_policy{};
    std::vector<container_port> ports{};
    resource_requirements resources{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_container;
        return object("", field(&self::name, "name", ""), field(&self::image, "image", ""),
                      field(&self::restart_policy, "restartPolicy", ""), field(&self::ports, "ports", ""),
                      field(&self::resources, "resources", ""));
    }
};

struct named_part {
    interned_string name{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&named_part::name, "name", ""));
    }
};

struct partial_gate {
    interned_string condition_type{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_gate::condition_type, "conditionType", ""));
    }
};

struct partial_claim_source {
    interned_string claim_name{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_claim_source::claim_name, "claimName", ""));
    }
};

struct partial_pod_volume {
    interned_string name{};
    partial_claim_source claim{};
    boost::json::value ephemeral{};  // its claim is named after pod and volume

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_pod_volume;
        return object("", field(&self::name, "name", ""), field(&self::claim, "persistentVolumeClaim", ""),
                      field(&self::ephemeral, "ephemeral", "", preserve_unknown));
    }
};

struct partial_node_affinity {
    boxed<node_selector> required{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_node_affinity::required,
                                "requiredDuringSchedulingIgnoredDuringExecution", ""));
    }
};

struct partial_affinity {
    partial_node_affinity node{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_affinity::node, "nodeAffinity", ""));
    }
};

struct partial_pod_spec {
    std::vector<partial_container> containers{}, init_containers{}, ephemeral_containers{};
    std::vector<partial_pod_volume> volumes{};
    interned_string node_name{}, restart_policy{}, hostname{}, subdomain{}, scheduler_name{};
    string_map node_selector{};
    std::vector<toleration> tolerations{};
    boxed<partial_affinity> affinity{};
    std::vector<named_part> scheduling_gates{};
    std::vector<partial_gate> readiness_gates{};
    std::optional<bool> host_network{};
    std::optional<std::int64_t> termination_grace_period_seconds{}, active_deadline_seconds{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_pod_spec;
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

struct partial_pod {
    object_meta metadata{};
    partial_pod_spec spec{};
    pod_status status{};

    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_pod;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

inline bool is_finished(const partial_pod& p) {
    return p.status.phase == "Succeeded" || p.status.phase == "Failed";
}
// Neither finished nor being deleted.
inline bool is_active(const partial_pod& p) {
    return !is_finished(p) && !is_deleting(p.metadata);
}
inline bool is_ready(const partial_pod& p) {
    return is_true(p.status.conditions, "Ready");
}
// Whether it has been ready for at least that long.
bool is_available(const partial_pod& p, std::int32_t min_ready_seconds, wall_time now);
// The transition time of the Ready condition; unset if it is not ready.
timestamp ready_since(const partial_pod& p);
std::int32_t restarts(const partial_pod& p);  // the largest count of its containers

using pod_ptr = std::shared_ptr<const partial_pod>;

// Index of partial_pod by the UID of the controller, "orphan" without one.
inline constexpr const char* pod_owner_index = "controller";
inline constexpr const char* orphan_pods = "orphan";
// Index by the name of the node, "" without one.
inline constexpr const char* pod_node_index = "node";

}}}  // namespace setpoint::v0::apiserver
