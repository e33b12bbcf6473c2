#pragma once
// clang-format off
// Lease (coordination.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace coordination_v1 {

struct lease_spec {
    std::optional<interned_string> holder_identity{};
    std::optional<std::int32_t> lease_duration_seconds{};
    micro_timestamp acquire_time{};
    micro_timestamp renew_time{};
    std::optional<std::int32_t> lease_transitions{};
    interned_string strategy{};
    std::optional<interned_string> preferred_holder{};

    template <class Self = lease_spec>
    static constexpr auto describe() {
        return schema::object(
            "LeaseSpec is a specification of a Lease.",
            schema::field(&Self::holder_identity, "holderIdentity",
                          "holderIdentity contains the identity of the holder of a current lease."),
            schema::field(&Self::lease_duration_seconds, "leaseDurationSeconds",
                          "leaseDurationSeconds is a duration that candidates for a lease need to wait to "
                          "force acquire it."),
            schema::field(&Self::acquire_time, "acquireTime",
                          "acquireTime is a time when the current lease was acquired."),
            schema::field(&Self::renew_time, "renewTime",
                          "renewTime is a time when the current holder of a lease has last updated the "
                          "lease."),
            schema::field(&Self::lease_transitions, "leaseTransitions",
                          "leaseTransitions is the number of transitions of a lease between holders."),
            schema::field(&Self::strategy, "strategy",
                          "strategy indicates the strategy for picking the leader for coordinated leader "
                          "election."),
            schema::field(&Self::preferred_holder, "preferredHolder",
                          "preferredHolder signals to a lease holder that the lease has a more optimal "
                          "holder and should be given up."));
    }
};

struct lease {
    object_meta metadata{};
    lease_spec spec{};

    static constexpr auto kind() { return builtin_kind("coordination.k8s.io", "v1", "Lease", "leases"); }
    template <class Self = lease>
    static constexpr auto describe() {
        return schema::object(
            "Lease defines a lease concept.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::spec, "spec", "spec contains the specification of the Lease."));
    }
};

}}}  // namespace setpoint::v0::coordination_v1

SETPOINT_BUILT_IN_KIND(setpoint::coordination_v1::lease);
