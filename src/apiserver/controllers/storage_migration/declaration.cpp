#include "apiserver/controllers/storage_migration/declaration.hpp"

#include "apiserver/controllers/mappers.hpp"
#include "apiserver/controllers/storage_migration/controller.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t migrations_at_a_time = 5;

}  // namespace

void add_storage_migration(manager& m, const object_graph& graph) {
    m.controller<storage_migration>()
        .named("migration-runner-controller")
        .max_concurrent(1)  // or two migrations of one resource start
        // The next one has its turn.
        .watches<storage_migration>(
            [&c = m.cache()](const storage_migration& gone) {
                return cached_keys<storage_migration>(
                    c, "", [&](const storage_migration& o) { return migrate_same_resource(o, gone); });
            },
            {is_deletion})
        .reconcile_keys(migration_runner(m.client()));
    m.controller<storage_migration>()
        .named("resource-version-controller")
        .max_concurrent(1)
        .reconcile_keys(migration_versioner(m.client(), m.live_client(), graph));
    m.controller<storage_migration>()
        .named("storage-version-migrator-controller")
        .max_concurrent(migrations_at_a_time)
        .reconcile_keys(storage_migrator(m.client(), m.live_client(), graph));
}

}}}  // namespace setpoint::v0::apiserver
