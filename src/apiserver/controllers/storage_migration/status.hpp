#pragma once
// Shared by the controllers of StorageVersionMigrations: how they write the status.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "apiserver/controllers/storage_migration/plan.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Sends a merge patch for /status, at the version of `m`. Succeeds if the migration is gone. `api` must
// outlive the call.
awaitable<result<>> write_migration_status(client& api, storage_migration_ptr m, boost::json::object patch);
// Adds the condition Failed.
awaitable<result<>> fail_migration(client& api, storage_migration_ptr m, std::string why, wall_time now);
// The kind of a resource whose objects are read without anything but their metadata.
kind_info migrated_kind(const graph_resource& of);

}}}  // namespace setpoint::v0::apiserver
