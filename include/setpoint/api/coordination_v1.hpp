#pragma once
// Leases (coordination.k8s.io/v1), for leader election.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint {

struct lease_spec {
    interned_string holder_identity{};  // empty: no holder
    std::optional<std::int32_t> lease_duration_seconds{};
    micro_timestamp acquire_time{}, renew_time{};
    std::optional<std::int32_t> lease_transitions{};
    interned_string strategy{}, preferred_holder{};  // for coordinated leader election

    static constexpr auto describe() {
        using namespace schema;
        using self = lease_spec;
        return object("", field(&self::holder_identity, "holderIdentity", "Who holds the lease."),
                      field(&self::lease_duration_seconds, "leaseDurationSeconds",
                            "How long others wait after the last renewal that they observed."),
                      field(&self::acquire_time, "acquireTime", "When the holder took it."),
                      field(&self::renew_time, "renewTime", "When the holder last renewed it."),
                      field(&self::lease_transitions, "leaseTransitions", "How often the holder changed."),
                      field(&self::strategy, "strategy", ""),
                      field(&self::preferred_holder, "preferredHolder", ""));
    }
};

// Describes the complete kind, so that it can be replaced (PUT) without losing fields of others.
struct lease {
    object_meta metadata{};
    lease_spec spec{};

    static constexpr auto kind() { return builtin_kind("coordination.k8s.io", "v1", "Lease", "leases"); }
    static constexpr auto describe() {
        using namespace schema;
        return object("A lock that must be renewed.", field(&lease::metadata, "metadata", ""),
                      field(&lease::spec, "spec", ""));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::lease);
