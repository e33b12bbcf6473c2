// StorageVersionMigrations: cases of kubernetes' pkg/controller/storageversionmigrator tests.
#include "apiserver/controllers/storage_migration/plan.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(storage_migration_test)

namespace {

const timestamp then = timestamp::parse("2026-01-01T00:00:00Z").value();
const wall_time now = then.to_wall_time() + 5s;

std::shared_ptr<storage_migration> migration_of(std::string_view name, std::string_view resource = "foos",
                                                duration age = 5s) {
    auto m = std::make_shared<storage_migration>();
    m->metadata.name = name;
    m->metadata.creation_timestamp = timestamp::from(now - age);
    m->spec.resource.group = "example.com";
    m->spec.resource.resource = resource;
    return m;
}
std::shared_ptr<storage_migration> running(std::string_view name) {
    auto m = migration_of(name);
    set_started(m->status.conditions, now);
    return m;
}
std::shared_ptr<storage_migration> succeeded(std::string_view name) {
    auto m = running(name);
    set_succeeded(m->status.conditions, 1, now);
    return m;
}

std::string text_of(const migration_turn& t) {
    std::string text;
    for (const storage_migration_ptr& m : t.over) text += m->metadata.name.str() + " is over ";
    return text + (t.next ? t.next->metadata.name.str() + " is next" : "");
}
std::string text_of(const std::vector<condition>& conditions) {
    std::string text;
    for (const condition& c : conditions)
        text += fmt::format("{}={} {}: {}\n", c.type.view(), to_string(c.status), c.reason.view(),
                            c.message.view());
    return text;
}

error answered(int status, errc code) {
    error e(code, "patch");
    e.http_status = status;
    return e;
}

migrated_definition definition_of(std::int64_t generation) {
    migrated_definition d;
    d.metadata.name = "foos.example.com";
    d.metadata.generation = generation;
    for (const char* name : {"v1", "v2"}) {
        apiextensions_v1::custom_resource_definition_version v;
        v.name = name;
        v.storage = name == std::string_view("v2");
        d.spec.versions.push_back(v);
    }
    return d;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_oldest_waiting_migration_is_next) {
    const auto one = migration_of("b");
    const std::vector<storage_migration_ptr> all{migration_of("c", "bars", 1h), one, migration_of("a"),
                                                 migration_of("z", "foos", 6s)};
    BOOST_TEST(text_of(plan_turn(all, *one)) == "z is next");
    BOOST_TEST(text_of(plan_turn({one, migration_of("a")}, *one)) == "a is next");
    const auto other = migration_of("b");
    other->spec.resource.group = "example.org";
    BOOST_TEST(text_of(plan_turn(all, *other)) == "");
}

BOOST_AUTO_TEST_CASE(a_running_migration_keeps_others_waiting) {
    const auto first = running("first");
    BOOST_TEST(text_of(plan_turn({migration_of("a"), first, migration_of("b")}, *first)) == "");
    const auto over = succeeded("over");
    BOOST_TEST(text_of(plan_turn({over, migration_of("b")}, *over)) == "over is over b is next");
    set_completed(over->status.conditions, *over, now);
    BOOST_TEST(text_of(plan_turn({over}, *over)) == "");
}

BOOST_AUTO_TEST_CASE(a_missing_resource_is_awaited_for_a_minute) {
    const auto wait = [](duration age) { return wait_for_resource(*migration_of("m", "foos", age), now); };
    BOOST_CHECK(wait(0s) == 200ms);
    BOOST_CHECK(wait(3s) == 3s);
    BOOST_CHECK(wait(40s) == 10s);
    BOOST_CHECK(wait(59s) == 1s);
    BOOST_CHECK(!wait(60s));
}

BOOST_AUTO_TEST_CASE(failures_of_the_server_are_retried) {
    BOOST_TEST(is_transient_failure(answered(500, errc::unknown_outcome)));
    BOOST_TEST(is_transient_failure(answered(504, errc::server_error)));
    BOOST_TEST(is_transient_failure(answered(429, errc::too_many_requests)));
    BOOST_TEST(is_transient_failure(answered(0, errc::unknown_outcome)));
    BOOST_TEST(is_transient_failure(answered(0, errc::unreachable)));
    BOOST_TEST(!is_transient_failure(answered(0, errc::invalid)));
    BOOST_TEST(!is_transient_failure(answered(422, errc::invalid)));
    BOOST_TEST(!is_transient_failure(answered(403, errc::forbidden)));
}

BOOST_AUTO_TEST_CASE(conditions_follow_a_migration) {
    std::vector<condition> c;
    set_started(c, then.to_wall_time());
    BOOST_TEST(text_of(c) == "Running=True MigrationRunning: The migration is running\n");
    set_progress(c, {2, 5}, "later", now);
    BOOST_TEST(text_of(c) ==
               "Running=True MigrationRunning: The migration is running, 2/5 objects not yet "
               "migrated; transient error: later\n");
    BOOST_CHECK(c[0].last_transition_time == then);
    set_succeeded(c, 5, now);
    BOOST_TEST(text_of(c) ==
               "Running=True MigrationRunning: The migration is running, 5 objects verified migrated\n"
               "Succeeded=True StorageVersionMigrationSucceeded: Migration completed\n");
    set_completed(c, *migration_of("m"), now);
    BOOST_TEST(text_of(c) ==
               "Running=False MigrationCompleted: Migration completed\n"
               "Succeeded=True StorageVersionMigrationSucceeded: Migration completed\n");
    BOOST_CHECK(c[0].last_transition_time == timestamp::from(now));
    set_started(c, now);
    BOOST_CHECK(c[0].status == condition_status::false_);
}

BOOST_AUTO_TEST_CASE(a_failure_reports_what_is_left) {
    std::vector<condition> c;
    set_progress(c, {2, 5}, {}, now);
    set_failed(c, unhandled_error("no", {2, 5}), now);
    BOOST_TEST(text_of(c) ==
               "Running=True MigrationRunning: The migration is running, 2/5 objects not yet migrated\n"
               "Failed=True StorageVersionMigrationFailed: 2/5 not yet migrated. migration encountered "
               "unhandled error: no\n");
    c.clear();
    set_progress(c, {0, 0}, {}, now);
    BOOST_TEST(text_of(c) == "Running=True MigrationRunning: The migration is running\n");
}

BOOST_AUTO_TEST_CASE(a_definition_reports_its_migration) {
    migrated_definition d = definition_of(3);
    BOOST_TEST(boost::json::serialize(definition_in_migration(d, *migration_of("m"), now).at("status")) ==
               R"({"conditions":[{"type":"StorageMigrating","status":"True","observedGeneration":3,)"
               R"("lastTransitionTime":"2026-01-01T00:00:05Z","reason":"MigrationRunning",)"
               R"("message":"Migration m is running"}]})");
    condition began;
    began.type = "StorageMigrating";
    began.status = condition_status::true_;
    began.observed_generation = 3;
    d.status.conditions = {began};
    const auto after = [&](bool success) {
        const boost::json::object body = definition_after_migration(d, success, now);
        const boost::json::object& status = body.at("status").as_object();
        const boost::json::object& c = status.at("conditions").at(0).as_object();
        std::string text(c.at("reason").as_string());
        text += ": " + std::string(c.at("message").as_string());
        return text + (status.contains("storedVersions")
                           ? " " + boost::json::serialize(status.at("storedVersions"))
                           : std::string());
    };
    BOOST_TEST(after(true) ==
               "MigrationSucceeded: The migration has succeeded and the stored versions have "
               "been updated [\"v2\"]");
    BOOST_TEST(after(false) == "MigrationFailed: The migration has failed [\"v2\"]");
    d.metadata.generation = 4;
    BOOST_TEST(after(true) ==
               "MigrationSucceeded: The migration has succeeded but the stored versions have "
               "not been updated due to a generation mismatch");
    BOOST_TEST(after(false) == "MigrationFailed: The migration has failed");
}

BOOST_AUTO_TEST_SUITE_END()
