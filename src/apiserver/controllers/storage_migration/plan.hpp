#pragma once
// Plans StorageVersionMigrations (kubernetes' pkg/controller/storageversionmigrator): which of them runs,
// their conditions, and the status of a migrated CustomResourceDefinition. Pure functions.

#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/api/condition.hpp"
#include "setpoint/api/storagemigration_v1/storage_version_migration.hpp"
#include "setpoint/client/snapshot.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <boost/json/object.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using storage_migration = storagemigration_v1::storage_version_migration;
using storage_migration_ptr = snapshot<storage_migration>;
using migrated_definition = apiextensions_v1::custom_resource_definition;

bool migrate_same_resource(const storage_migration& a, const storage_migration& b);
bool migration_is_over(const storage_migration& m);  // it has succeeded or failed
bool migration_is_running(const storage_migration& m);

// --- turns: one migration of a resource at a time ---

struct migration_turn {
    std::vector<storage_migration_ptr> over;  // and still marked as running
    storage_migration_ptr next;               // the oldest one that waits; null if one is running
};
// `one`: of the resource in question.
migration_turn plan_turn(const std::vector<storage_migration_ptr>& all, const storage_migration& one);
// How long to wait before looking for a resource again that is not served. Nothing once the migration is a
// minute old: it fails then.
std::optional<duration> wait_for_resource(const storage_migration& m, wall_time now);
// Whether a migration continues after this error of a patch: there was no answer, the server is overloaded,
// or it failed itself.
bool is_transient_failure(const error& e);

// --- the status of migrations ---

struct migration_progress {
    std::size_t left = 0, total = 0;  // objects
};
void set_started(std::vector<condition>& to, wall_time now);
void set_progress(std::vector<condition>& to, const migration_progress& at, std::string_view transient_error,
                  wall_time now);
void set_succeeded(std::vector<condition>& to, std::size_t total, wall_time now);
// The resource version controller's failures have no prefix.
void set_failed(std::vector<condition>& to, std::string why, wall_time now);
std::string unhandled_error(std::string_view why);
std::string unhandled_error(std::string_view why, const migration_progress& at);
// No longer running.
void set_completed(std::vector<condition>& to, const storage_migration& of, wall_time now);
// The merge patch for /status.
boost::json::object conditions_patch(const std::vector<condition>& conditions);

// --- the status of definitions ---

// The configurations to apply to /status of a definition.
boost::json::object definition_in_migration(const migrated_definition& d, const storage_migration& m,
                                            wall_time now);
// Keeps only the current stored version if the spec has not changed since the migration began, even if it
// failed, as kube-controller-manager 1.37 does.
boost::json::object definition_after_migration(const migrated_definition& d, bool succeeded, wall_time now);

}}}  // namespace setpoint::v0::apiserver
