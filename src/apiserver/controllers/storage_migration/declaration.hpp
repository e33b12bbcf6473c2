#pragma once
// Declares the controllers of StorageVersionMigrations.

#include "apiserver/controllers/garbage/object_graph.hpp"
#include "setpoint/manager/manager.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Call before manager::run(). `graph` must outlive the manager.
void add_storage_migration(manager& m, const object_graph& graph);

}}}  // namespace setpoint::v0::apiserver
