#pragma once
// clang-format off
// DaemonSet (apps/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
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

struct rolling_update_daemon_set {
    int_or_string max_unavailable{};
    int_or_string max_surge{};

    template <class Self = rolling_update_daemon_set>
    static constexpr auto describe() {
        return schema::object(
            "Spec to control the desired behavior of daemon set rolling update.",
            schema::field(&Self::max_unavailable, "maxUnavailable",
                          "The maximum number of DaemonSet pods that can be unavailable during the update."),
            schema::field(&Self::max_surge, "maxSurge",
                          "The maximum number of nodes with an existing available DaemonSet pod that can "
                          "have an updated DaemonSet pod during during an update."));
    }
};

struct daemon_set_update_strategy {
    interned_string type{};
    boxed<rolling_update_daemon_set> rolling_update{};

    template <class Self = daemon_set_update_strategy>
    static constexpr auto describe() {
        return schema::object(
            "DaemonSetUpdateStrategy is a struct used to control the update strategy for a DaemonSet.",
            schema::field(&Self::type, "type", "Type of daemon set update."),
            schema::field(&Self::rolling_update, "rollingUpdate", "Rolling update config params."));
    }
};

struct daemon_set_spec {
    label_selector selector{};
    core_v1::pod_template_spec pod_template{};
    daemon_set_update_strategy update_strategy{};
    std::optional<std::int32_t> min_ready_seconds{};
    std::optional<std::int32_t> revision_history_limit{};

    template <class Self = daemon_set_spec>
    static constexpr auto describe() {
        return schema::object(
            "DaemonSetSpec is the specification of a daemon set.",
            schema::field(&Self::selector, "selector",
                          "A label query over pods that are managed by the daemon set."),
            schema::field(&Self::pod_template, "template",
                          "An object that describes the pod that will be created."),
            schema::field(&Self::update_strategy, "updateStrategy",
                          "An update strategy to replace existing DaemonSet pods with new pods."),
            schema::field(&Self::min_ready_seconds, "minReadySeconds",
                          "The minimum number of seconds for which a newly created DaemonSet pod should "
                          "be ready without any of its container crashing, for it to be considered "
                          "available.", schema::omitzero),
            schema::field(&Self::revision_history_limit, "revisionHistoryLimit",
                          "The number of old history to retain to allow rollback."));
    }
};

struct daemon_set_status {
    std::optional<std::int32_t> current_number_scheduled{};
    std::optional<std::int32_t> number_misscheduled{};
    std::optional<std::int32_t> desired_number_scheduled{};
    std::optional<std::int32_t> number_ready{};
    generation_number observed_generation{};
    std::optional<std::int32_t> updated_number_scheduled{};
    std::optional<std::int32_t> number_available{};
    std::optional<std::int32_t> number_unavailable{};
    std::optional<std::int32_t> collision_count{};
    std::vector<condition> conditions{};

    template <class Self = daemon_set_status>
    static constexpr auto describe() {
        return schema::object(
            "DaemonSetStatus represents the current status of a daemon set.",
            schema::field(&Self::current_number_scheduled, "currentNumberScheduled",
                          "The number of nodes that are running at least 1 daemon pod and are supposed to "
                          "run the daemon pod."),
            schema::field(&Self::number_misscheduled, "numberMisscheduled",
                          "The number of nodes that are running the daemon pod, but are not supposed to "
                          "run the daemon pod."),
            schema::field(&Self::desired_number_scheduled, "desiredNumberScheduled",
                          "The total number of nodes that should be running the daemon pod (including "
                          "nodes correctly running the daemon pod)."),
            schema::field(&Self::number_ready, "numberReady",
                          "numberReady is the number of nodes that should be running the daemon pod and "
                          "have one or more of the daemon pod running with a Ready Condition."),
            schema::field(&Self::observed_generation, "observedGeneration",
                          "The most recent generation observed by the daemon set controller."),
            schema::field(&Self::updated_number_scheduled, "updatedNumberScheduled",
                          "The total number of nodes that are running updated daemon pod", schema::omitzero),
            schema::field(&Self::number_available, "numberAvailable",
                          "The number of nodes that should be running the daemon pod and have one or more "
                          "of the daemon pod running and available (ready for at least "
                          "spec.minReadySeconds)", schema::omitzero),
            schema::field(&Self::number_unavailable, "numberUnavailable",
                          "The number of nodes that should be running the daemon pod and have none of the "
                          "daemon pod running and available (ready for at least spec.minReadySeconds)",
                          schema::omitzero),
            schema::field(&Self::collision_count, "collisionCount",
                          "Count of hash collisions for the DaemonSet."),
            schema::field(&Self::conditions, "conditions",
                          "Represents the latest available observations of a DaemonSet's current state.",
                          schema::list_map("type")));
    }
};

struct daemon_set {
    object_meta metadata{};
    daemon_set_spec spec{};
    daemon_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "DaemonSet", "daemonsets"); }
    template <class Self = daemon_set>
    static constexpr auto describe() {
        return schema::object(
            "DaemonSet represents the configuration of a daemon set.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::spec, "spec", "The desired behavior of this daemon set."),
            schema::field(&Self::status, "status", "The current status of this daemon set."));
    }
};

}}}  // namespace setpoint::v0::apps_v1

SETPOINT_BUILT_IN_KIND(setpoint::apps_v1::daemon_set);
