#pragma once
// clang-format off
// StorageVersionMigration (storagemigration.k8s.io/v1) and what only it uses.
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/api/meta_v1/group_resource.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace storagemigration_v1 {

struct storage_version_migration_spec {
    meta_v1::group_resource resource{};

    template <class Self = storage_version_migration_spec>
    static constexpr auto describe() {
        return schema::object(
            "Spec of the storage version migration.",
            schema::field(&Self::resource, "resource", "The resource that is being migrated."));
    }
};

struct storage_version_migration_status {
    std::vector<condition> conditions{};
    interned_string resource_version{};

    template <class Self = storage_version_migration_status>
    static constexpr auto describe() {
        return schema::object(
            "Status of the storage version migration.",
            schema::field(&Self::conditions, "conditions",
                          "The latest available observations of the migration's current state.",
                          schema::list_map("type")),
            schema::field(&Self::resource_version, "resourceVersion",
                          "ResourceVersion to compare with the GC cache for performing the migration.",
                          schema::unique));
    }
};

struct storage_version_migration {
    object_meta metadata{};
    storage_version_migration_spec spec{};
    storage_version_migration_status status{};

    static constexpr auto kind() {
        return builtin_kind("storagemigration.k8s.io", "v1", "StorageVersionMigration",
                            "storageversionmigrations").cluster_scoped();
    }
    template <class Self = storage_version_migration>
    static constexpr auto describe() {
        return schema::object(
            "StorageVersionMigration represents a migration of stored data to the latest storage version.",
            schema::field(&Self::metadata, "metadata", "Standard object metadata."),
            schema::field(&Self::spec, "spec", "Specification of the migration."),
            schema::field(&Self::status, "status", "Status of the migration."));
    }
};

}}}  // namespace setpoint::v0::storagemigration_v1

SETPOINT_BUILT_IN_KIND(setpoint::storagemigration_v1::storage_version_migration);
