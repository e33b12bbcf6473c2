#pragma once
// DaemonSets (apps/v1).

#include "setpoint/api/condition.hpp"
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

struct rolling_update_daemon_set {
    int_or_string max_unavailable{}, max_surge{};

    template <class Self = rolling_update_daemon_set>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "Spec to control the desired behavior of daemon set rolling update.",
            field(&Self::max_unavailable, "maxUnavailable",
                  "The maximum number of DaemonSet pods that can be unavailable during the update."),
            field(&Self::max_surge, "maxSurge", ""));
    }
};

struct daemon_set_update_strategy {
    interned_string type{};
    boxed<rolling_update_daemon_set> rolling_update{};

    template <class Self = daemon_set_update_strategy>
    static constexpr auto describe() {
        using namespace schema;
        return object("A struct used to control the update strategy for a DaemonSet.",
                      field(&Self::type, "type", "Type of daemon set update."),
                      field(&Self::rolling_update, "rollingUpdate", "Rolling update config params."));
    }
};

struct daemon_set_spec {
    boxed<label_selector> selector{};
    pod_template_spec pod_template{};
    daemon_set_update_strategy update_strategy{};
    std::optional<std::int32_t> min_ready_seconds{}, revision_history_limit{};

    template <class Self = daemon_set_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The specification of a daemon set.",
            field(&Self::selector, "selector", "A label query over pods that are managed by the daemon set."),
            field(&Self::pod_template, "template", "An object that describes the pod that will be created."),
            field(&Self::update_strategy, "updateStrategy",
                  "An update strategy to replace existing DaemonSet pods with new pods."),
            field(&Self::min_ready_seconds, "minReadySeconds", "", omitzero),
            field(&Self::revision_history_limit, "revisionHistoryLimit",
                  "The number of old history to retain to allow rollback."));
    }
};

struct daemon_set_status {
    std::optional<std::int32_t> current_number_scheduled{}, number_misscheduled{}, desired_number_scheduled{},
        number_ready{};
    generation_number observed_generation{};
    std::optional<std::int32_t> updated_number_scheduled{}, number_available{}, number_unavailable{},
        collision_count{};
    std::vector<condition> conditions{};

    template <class Self = daemon_set_status>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "The current status of a daemon set.",
            field(&Self::current_number_scheduled, "currentNumberScheduled", ""),
            field(&Self::number_misscheduled, "numberMisscheduled", ""),
            field(&Self::desired_number_scheduled, "desiredNumberScheduled", ""),
            field(&Self::number_ready, "numberReady", ""),
            field(&Self::observed_generation, "observedGeneration",
                  "The most recent generation observed by the daemon set controller."),
            field(&Self::updated_number_scheduled, "updatedNumberScheduled",
                  "The total number of nodes that are running updated daemon pod.", omitzero),
            field(&Self::number_available, "numberAvailable", "", omitzero),
            field(&Self::number_unavailable, "numberUnavailable", "", omitzero),
            field(&Self::collision_count, "collisionCount", "Count of hash collisions for the DaemonSet."),
            field(&Self::conditions, "conditions",
                  "Represents the latest available observations of a DaemonSet's current state.",
                  list_map("type")));
    }
};

struct daemon_set {
    object_meta metadata{};
    daemon_set_spec spec{};
    daemon_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "DaemonSet", "daemonsets"); }
    template <class Self = daemon_set>
    static constexpr auto describe() {
        using namespace schema;
        return object("The configuration of a daemon set.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""), field(&Self::status, "status", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::daemon_set);
