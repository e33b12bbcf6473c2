#pragma once
// Leases (coordination.k8s.io/v1), for leader election.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint::inline v0 {

struct lease_spec {
    interned_string holder_identity{};  // empty: no holder
    std::optional<std::int32_t> lease_duration_seconds{};
    micro_timestamp acquire_time{}, renew_time{};
    std::optional<std::int32_t> lease_transitions{};
    interned_string strategy{}, preferred_holder{};  // for coordinated leader election

    template <class Self = lease_spec>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::holder_identity, "holderIdentity", "Who holds the lease."),
                      field(&Self::lease_duration_seconds, "leaseDurationSeconds",
                            "How long others wait after the last renewal that they observed."),
                      field(&Self::acquire_time, "acquireTime", "When the holder took it."),
                      field(&Self::renew_time, "renewTime", "When the holder last renewed it."),
                      field(&Self::lease_transitions, "leaseTransitions", "How often the holder changed."),
                      field(&Self::strategy, "strategy", ""),
                      field(&Self::preferred_holder, "preferredHolder", ""));
    }
};

// Describes the complete kind, so that it can be replaced (PUT) without losing other clients' fields.
struct lease {
    object_meta metadata{};
    lease_spec spec{};

    static constexpr auto kind() { return builtin_kind("coordination.k8s.io", "v1", "Lease", "leases"); }
    template <class Self = lease>
    static constexpr auto describe() {
        using namespace schema;
        return object("A lock that must be renewed.", field(&Self::metadata, "metadata", ""),
                      field(&Self::spec, "spec", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::lease);
