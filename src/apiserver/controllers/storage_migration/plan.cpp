#include "apiserver/controllers/storage_migration/plan.hpp"

#include "setpoint/json/encode.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

using namespace std::chrono_literals;

// kube-controller-manager reads discovery every 30 s.
constexpr duration discovery_patience = 1min;
constexpr duration first_search = 200ms, slowest_search = 10s;
constexpr const char* running_type = "Running";
constexpr const char* succeeded_type = "Succeeded";
constexpr const char* failed_type = "Failed";
constexpr const char* migrating_type = "StorageMigrating";
constexpr const char* running_reason = "MigrationRunning";

void set_true(std::vector<condition>& to, std::string_view type, std::string_view reason, std::string message,
              wall_time now) {
    condition c;
    c.type = type;
    c.status = condition_status::true_;
    c.reason = reason;
    c.message = message;
    set_condition(to, std::move(c), timestamp::from(now));
}

std::string running_message(const migration_progress& at, std::string_view transient_error) {
    std::string text = "The migration is running";
    if (at.total > 0 && at.left > 0)
        text += fmt::format(", {}/{} objects not yet migrated", at.left, at.total);
    else if (at.total > 0)
        text += fmt::format(", {} objects verified migrated", at.total);
    if (!transient_error.empty()) text += fmt::format("; transient error: {}", transient_error);
    return text;
}

bool is_older(const storage_migration& a, const storage_migration& b) {
    const wall_time first = a.metadata.creation_timestamp.to_wall_time(),
                    second = b.metadata.creation_timestamp.to_wall_time();
    return first != second ? first < second : a.metadata.name.view() < b.metadata.name.view();
}

bj::object definition_status(const migrated_definition& d, condition migrating, wall_time now) {
    migrating.type = migrating_type;
    migrating.last_transition_time = timestamp::from(now);
    migrating.observed_generation = d.metadata.generation;
    bj::array conditions;
    conditions.push_back(json::to_value(migrating));
    bj::object status;
    status["conditions"] = std::move(conditions);
    return {{"apiVersion", "apiextensions.k8s.io/v1"},
            {"kind", "CustomResourceDefinition"},
            {"metadata", {{"name", d.metadata.name.view()}}},
            {"status", std::move(status)}};
}

}  // namespace

bool migrate_same_resource(const storage_migration& a, const storage_migration& b) {
    return a.spec.resource.group == b.spec.resource.group &&
           a.spec.resource.resource == b.spec.resource.resource;
}

bool migration_is_over(const storage_migration& m) {
    return is_true(m.status.conditions, succeeded_type) || is_true(m.status.conditions, failed_type);
}

bool migration_is_running(const storage_migration& m) {
    return is_true(m.status.conditions, running_type);
}

migration_turn plan_turn(const std::vector<storage_migration_ptr>& all, const storage_migration& one) {
    migration_turn turn;
    bool is_taken = false;
    for (const storage_migration_ptr& m : all) {
        if (!migrate_same_resource(*m, one)) continue;
        const bool over = migration_is_over(*m), running = migration_is_running(*m);
        if (running && over) turn.over.push_back(m);
        is_taken = is_taken || (running && !over);
        if (!running && !over && (!turn.next || is_older(*m, *turn.next))) turn.next = m;
    }
    if (is_taken) turn.next = nullptr;
    return turn;
}

std::optional<duration> wait_for_resource(const storage_migration& m, wall_time now) {
    const duration age = now - m.metadata.creation_timestamp.to_wall_time();
    if (age >= discovery_patience) return std::nullopt;
    return std::min(std::clamp(age, first_search, slowest_search), discovery_patience - age);
}

bool is_transient_failure(const error& e) {
    constexpr int too_many_requests = 429, first_server_error = 500;
    // Refused before it was sent.
    if (e.http_status == 0) return e.code != errc::invalid;
    return e.http_status == too_many_requests || e.http_status >= first_server_error;
}

void set_started(std::vector<condition>& to, wall_time now) {
    if (!find_condition(to, running_type))
        set_true(to, running_type, running_reason, running_message({}, {}), now);
}

void set_progress(std::vector<condition>& to, const migration_progress& at, std::string_view transient_error,
                  wall_time now) {
    set_true(to, running_type, running_reason, running_message(at, transient_error), now);
}

void set_succeeded(std::vector<condition>& to, std::size_t total, wall_time now) {
    set_progress(to, {0, total}, {}, now);
    set_true(to, succeeded_type, "StorageVersionMigrationSucceeded", "Migration completed", now);
}

void set_failed(std::vector<condition>& to, std::string why, wall_time now) {
    set_true(to, failed_type, "StorageVersionMigrationFailed", std::move(why), now);
}

std::string unhandled_error(std::string_view why) {
    return fmt::format("migration encountered unhandled error: {}", why);
}

std::string unhandled_error(std::string_view why, const migration_progress& at) {
    return fmt::format("{}/{} not yet migrated. {}", at.left, at.total, unhandled_error(why));
}

void set_completed(std::vector<condition>& to, const storage_migration& of, wall_time now) {
    condition c;
    c.type = running_type;
    c.status = condition_status::false_;
    c.observed_generation = of.metadata.generation;
    c.reason = "MigrationCompleted";
    c.message = "Migration completed";
    set_condition(to, std::move(c), timestamp::from(now));
}

bj::object conditions_patch(const std::vector<condition>& conditions) {
    bj::array list;
    for (const condition& c : conditions) list.push_back(json::to_value(c));
    bj::object status, patch;
    status["conditions"] = std::move(list);
    patch["status"] = std::move(status);
    return patch;
}

bj::object definition_in_migration(const migrated_definition& d, const storage_migration& m, wall_time now) {
    condition c;
    c.status = condition_status::true_;
    c.reason = running_reason;
    c.message = fmt::format("Migration {} is running", m.metadata.name.view());
    return definition_status(d, std::move(c), now);
}

bj::object definition_after_migration(const migrated_definition& d, bool succeeded, wall_time now) {
    const condition* const began = find_condition(d.status.conditions, migrating_type);
    const bool is_same_spec = began && began->observed_generation == d.metadata.generation;
    condition c;
    c.status = condition_status::false_;
    c.reason = succeeded ? "MigrationSucceeded" : "MigrationFailed";
    if (!succeeded)
        c.message = "The migration has failed";
    else if (is_same_spec)
        c.message = "The migration has succeeded and the stored versions have been updated";
    else
        c.message =
            "The migration has succeeded but the stored versions have not been updated due to a generation "
            "mismatch";
    bj::object body = definition_status(d, std::move(c), now);
    const auto stored = std::ranges::find_if(
        d.spec.versions, [](const auto& version) { return version.storage.value_or(false); });
    if (is_same_spec && stored != d.spec.versions.end()) {
        bj::array versions;
        versions.emplace_back(stored->name.view());
        body["status"].as_object()["storedVersions"] = std::move(versions);
    }
    return body;
}

}}}  // namespace setpoint::v0::apiserver
