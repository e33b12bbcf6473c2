#pragma once
// clang-format off
// DeleteOptions (meta.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace meta_v1 {

struct preconditions {
    interned_string uid{};
    std::optional<interned_string> resource_version{};

    template <class Self = preconditions>
    static constexpr auto describe() {
        return schema::object(
            "Preconditions must be fulfilled before an operation (update, delete, etc.) is carried out.",
            schema::field(&Self::uid, "uid", "Specifies the target UID.", schema::unique),
            schema::field(&Self::resource_version, "resourceVersion", "Specifies the target ResourceVersion",
                          schema::unique));
    }
};

struct delete_options {
    std::optional<std::int64_t> grace_period_seconds{};
    boxed<meta_v1::preconditions> preconditions{};
    std::optional<bool> orphan_dependents{};
    interned_string propagation_policy{};
    std::vector<interned_string> dry_run{};
    std::optional<bool> ignore_store_read_error_with_cluster_breaking_potential{};

    template <class Self = delete_options>
    static constexpr auto describe() {
        return schema::object(
            "DeleteOptions may be provided when deleting an API object.",
            schema::field(&Self::grace_period_seconds, "gracePeriodSeconds",
                          "The duration in seconds before the object should be deleted."),
            schema::field(&Self::preconditions, "preconditions",
                          "Must be fulfilled before a deletion is carried out."),
            schema::field(&Self::orphan_dependents, "orphanDependents",
                          "Deprecated: please use the PropagationPolicy, this field will be deprecated in "
                          "1.7."),
            schema::field(&Self::propagation_policy, "propagationPolicy",
                          "Whether and how garbage collection will be performed."),
            schema::field(&Self::dry_run, "dryRun",
                          "When present, indicates that modifications should not be persisted."),
            schema::field(&Self::ignore_store_read_error_with_cluster_breaking_potential,
                          "ignoreStoreReadErrorWithClusterBreakingPotential",
                          "if set to true, it will trigger an unsafe deletion of the resource in case the "
                          "normal deletion flow fails with a corrupt object error."));
    }
};

}}}  // namespace setpoint::v0::meta_v1

SETPOINT_COMPILED_TABLE(setpoint::meta_v1::delete_options);
