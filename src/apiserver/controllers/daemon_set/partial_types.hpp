#pragma once
// The partial type of DaemonSets.

#include "apiserver/controllers/partial_workloads.hpp"
#include "setpoint/api/apps_v1/daemon_set.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct partial_daemon_set_spec {
    std::optional<std::int32_t> min_ready_seconds{}, revision_history_limit{};
    label_selector selector{};
    daemon_set_update_strategy update_strategy{};
    boost::json::value pod_template{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_daemon_set_spec;
        return object("", field(&self::min_ready_seconds, "minReadySeconds", "", omitzero),
                      field(&self::revision_history_limit, "revisionHistoryLimit", ""),
                      field(&self::selector, "selector", ""),
                      field(&self::update_strategy, "updateStrategy", ""),
                      field(&self::pod_template, "template", "", preserve_unknown));
    }
};

struct partial_daemon_set_status {
    generation_number observed_generation{};
    std::optional<std::int32_t> current{}, misscheduled{}, desired{}, ready{};
    std::optional<std::int32_t> updated{}, available{}, unavailable{}, collision_count{};

    static constexpr auto describe() {
        using namespace schema;
        using self = partial_daemon_set_status;
        return object("", field(&self::observed_generation, "observedGeneration", ""),
                      field(&self::current, "currentNumberScheduled", ""),
                      field(&self::misscheduled, "numberMisscheduled", ""),
                      field(&self::desired, "desiredNumberScheduled", ""),
                      field(&self::ready, "numberReady", ""),
                      field(&self::updated, "updatedNumberScheduled", "", omitzero),
                      field(&self::available, "numberAvailable", "", omitzero),
                      field(&self::unavailable, "numberUnavailable", "", omitzero),
                      field(&self::collision_count, "collisionCount", ""));
    }
};

struct partial_daemon_set {
    object_meta metadata{};
    partial_daemon_set_spec spec{};
    partial_daemon_set_status status{};

    static constexpr auto kind() { return partial<daemon_set>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_daemon_set;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""),
                      field(&self::status, "status", ""));
    }
};

}}}  // namespace setpoint::v0::apiserver
