#pragma once
// Migrates the stored objects of a resource to its storage version, as StorageVersionMigrations ask for it:
// three controllers, as in kube-controller-manager, that follow each other by the status.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "apiserver/controllers/storage_migration/plan.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Marks one migration of each resource, and its CustomResourceDefinition, as running until it is over. Must
// reconcile one key at a time.
class migration_runner {
public:
    // `api` must outlive it.
    explicit migration_runner(client& api) : api_(api) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<>> start(storage_migration_ptr m, wall_time now);
    awaitable<result<>> finish(storage_migration_ptr m, wall_time now);
    // Does nothing if the resource has no definition.
    awaitable<result<>> mark_definition(storage_migration_ptr m, bool begins, wall_time now);

    client& api_;
};

// Second: notes the resourceVersion at which a running migration begins.
class migration_versioner {
public:
    // References must outlive it. `live`: bypasses the cache.
    migration_versioner(client& api, client& live, const object_graph& graph)
        : api_(api), live_(live), graph_(graph) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<std::string>> latest_version(graph_resource of);

    client& api_;
    client& live_;
    const object_graph& graph_;
};

// Third: writes each object that is older than that version again, without a change.
class storage_migrator {
public:
    // References must outlive it. `live`: bypasses the cache.
    storage_migrator(client& api, client& live, const object_graph& graph)
        : api_(api), live_(live), graph_(graph) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct stored_object {
        object_key key;
        std::string version;
    };
    awaitable<outcome> migrate(context& ctx, storage_migration_ptr m, graph_resource of);
    // Those that are not newer than the migration, and the number of all.
    awaitable<result<std::vector<stored_object>>> old_objects(context& ctx, storage_migration_ptr m,
                                                              graph_resource of, std::size_t& total);
    awaitable<result<>> write_again(const kind_info& kind, stored_object o);  // `kind` must outlive it

    client& api_;
    client& live_;
    const object_graph& graph_;
};

}}}  // namespace setpoint::v0::apiserver
