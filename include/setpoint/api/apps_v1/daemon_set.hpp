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

namespace setpoint {

struct rolling_update_daemon_set {
    int_or_string max_unavailable{}, max_surge{};

    static constexpr auto describe() {
        using namespace schema;
        using self = rolling_update_daemon_set;
        return object(
            "Spec to control the desired behavior of daemon set rolling update.",
            field(&self::max_unavailable, "maxUnavailable",
                  "The maximum number of DaemonSet pods that can be unavailable during the update."),
            field(&self::max_surge, "maxSurge", ""));
    }
};

struct daemon_set_update_strategy {
    interned_string type{};
    boxed<rolling_update_daemon_set> rolling_update{};

    static constexpr auto describe() {
        using namespace schema;
        using self = daemon_set_update_strategy;
        return object("A struct used to control the update strategy for a DaemonSet.",
                      field(&self::type, "type", "Type of daemon set update."),
                      field(&self::rolling_update, "rollingUpdate", "Rolling update config params."));
    }
};

struct daemon_set_spec {
    boxed<label_selector> selector{};
    pod_template_spec pod_template{};
    daemon_set_update_strategy update_strategy{};
    std::optional<std::int32_t> min_ready_seconds{}, revision_history_limit{};

    static constexpr auto describe() {
        using namespace schema;
        using self = daemon_set_spec;
        return object(
            "The specification of a daemon set.",
            field(&self::selector, "selector", "A label query over pods that are managed by the daemon set."),
            field(&self::pod_template, "template", "An object that describes the pod that will be created."),
            field(&self::update_strategy, "updateStrategy",
                  "An update strategy to replace existing DaemonSet pods with new pods."),
            field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
            field(&self::revision_history_limit, "revisionHistoryLimit",
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

    static constexpr auto describe() {
        using namespace schema;
        using self = daemon_set_status;
        return object(
            "The current status of a daemon set.",
            field(&self::current_number_scheduled, "currentNumberScheduled", ""),
            field(&self::number_misscheduled, "numberMisscheduled", ""),
            field(&self::desired_number_scheduled, "desiredNumberScheduled", ""),
            field(&self::number_ready, "numberReady", ""),
            field(&self::observed_generation, "observedGeneration",
                  "The most recent generation observed by the daemon set controller."),
            field(&self::updated_number_scheduled, "updatedNumberScheduled",
                  "The total number of nodes that are running updated daemon pod.", omitzero),
            field(&self::number_available, "numberAvailable", "", omitzero),
            field(&self::number_unavailable, "numberUnavailable", "", omitzero),
            field(&self::collision_count, "collisionCount", "Count of hash collisions for the DaemonSet."),
            field(&self::conditions, "conditions",
                  "Represents the latest available observations of a DaemonSet's current state.",
                  list_map("type")));
    }
};

struct daemon_set {
    object_meta metadata{};
    daemon_set_spec spec{};
    daemon_set_status status{};

    static constexpr auto kind() { return builtin_kind("apps", "v1", "DaemonSet", "daemonsets"); }
    static constexpr auto describe() {
        using namespace schema;
        using self = daemon_set;
        return object("The configuration of a daemon set.", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::daemon_set);
