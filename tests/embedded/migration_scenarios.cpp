// StorageVersionMigrations: objects are stored in the version of today, and definitions follow.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace embedded {

namespace {

const std::string a_crd = "customresourcedefinitions/cups.example.com";

std::string cups_versions(std::string_view stored) {
    std::string text;
    for (const char* name : {"v1", "v2"})
        text += fmt::format(
            R"({}{{"name":"{}","served":true,"storage":{},"schema":{{"openAPIV3Schema":{{"type":"object"}}}}}})",
            text.empty() ? "" : ",", name, stored == name);
    return "[" + text + "]";
}

std::string migration(std::string_view name, std::string_view group, std::string_view resource) {
    return fmt::format(
        "apiVersion: storagemigration.k8s.io/v1\nkind: StorageVersionMigration\nmetadata: {{name: {}}}\n"
        "spec: {{resource: {{group: \"{}\", resource: {}}}}}\n",
        name, group, resource);
}

// Two cups, stored as v1, of a definition that now stores v2.
awaitable<void> make_old_cups(cluster& c) {
    co_await c.create("customresourcedefinitions",
                      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
                      "metadata: {name: cups.example.com}\n"
                      "spec: {group: example.com, scope: Namespaced, names: {plural: cups, kind: Cup}, "
                      "versions: " +
                          cups_versions("v1") + "}\n");
    co_await c.until(a_crd, {{"status.conditions[Established]", "*"}});
    for (const char* name : {"a", "b"})
        co_await c.create(
            "cups", fmt::format("apiVersion: example.com/v1\nkind: Cup\nmetadata: {{name: {}}}\n", name));
    co_await c.patch(a_crd, R"({"spec":{"versions":)" + cups_versions("v2") + "}}");
    co_await c.until(a_crd, {{"status.storedVersions", R"(["v1","v2"])"}});
}

awaitable<std::string> cup_versions(cluster& c) {
    std::string all;
    for (const bj::object& o : co_await c.list("cups")) all += at(o, "metadata.resourceVersion") + " ";
    co_return all;
}

const facts has_succeeded{{"status.conditions[Running]", "False MigrationCompleted"},
                          {"status.conditions[Succeeded]", "True StorageVersionMigrationSucceeded"},
                          {"status.resourceVersion", "*"}};

awaitable<void> stores_old_objects_in_the_new_version(cluster& c) {
    co_await make_old_cups(c);
    const std::string old = co_await cup_versions(c);
    co_await c.create("storageversionmigrations", migration("m", "example.com", "cups"));
    co_await c.until("storageversionmigrations/m", has_succeeded);
    co_await c.until(a_crd, {{"status.storedVersions", R"(["v2"])"},
                             {"status.conditions[StorageMigrating]", "False MigrationSucceeded"}});
    const std::string stored = co_await cup_versions(c);
    BOOST_TEST(stored != old);
    co_await c.create("storageversionmigrations", migration("again", "example.com", "cups"));
    co_await c.until("storageversionmigrations/again", has_succeeded);
    BOOST_TEST(co_await cup_versions(c) == stored);
}

awaitable<void> several_migrations_of_a_resource_succeed(cluster& c) {
    for (const char* name : {"c", "a", "b"})
        co_await c.create("storageversionmigrations", migration(name, "", "configmaps"));
    for (const char* name : {"a", "b", "c"})
        co_await c.until(fmt::format("storageversionmigrations/{}", name), has_succeeded);
}

awaitable<void> fails_at_the_first_refusal(cluster& c) {
    co_await make_old_cups(c);
    co_await c.create("validatingadmissionpolicies",
                      "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\n"
                      "metadata: {name: p}\nspec:\n  matchConstraints:\n    resourceRules:\n"
                      "    - {apiGroups: [example.com], apiVersions: ['*'], operations: [UPDATE], resources: "
                      "[cups]}\n"
                      "  validations:\n  - {expression: \"false\", message: not now}\n");
    co_await c.create("validatingadmissionpolicybindings",
                      "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicyBinding\n"
                      "metadata: {name: p}\nspec: {policyName: p, validationActions: [Deny]}\n");
    co_await c.create("storageversionmigrations", migration("m", "example.com", "cups"));
    co_await c.until("storageversionmigrations/m",
                     {{"status.conditions[Running]", "False MigrationCompleted"},
                      {"status.conditions[Failed]", "True StorageVersionMigrationFailed"}});
    const std::string why =
        at(co_await c.get("storageversionmigrations/m"), "status.conditions[Failed].message");
    BOOST_TEST(why.starts_with("2/2 not yet migrated. migration encountered unhandled error: "), why);
    BOOST_TEST(why.ends_with("not now"), why);
    co_await c.until(a_crd, {{"status.conditions[StorageMigrating]", "False MigrationFailed"}});
}

awaitable<void> refuses_resources_without_objects(cluster& c) {
    co_await c.create("storageversionmigrations", migration("m", "authentication.k8s.io", "tokenreviews"));
    co_await c.until("storageversionmigrations/m",
                     {{"status.conditions[Failed].message",
                       R"(resource "authentication.k8s.io/v1, Resource=tokenreviews" does not support )"
                       "discovery operations: [update patch list]"}});
}

awaitable<void> gives_a_missing_resource_a_minute(cluster& c) {
    co_await c.create("storageversionmigrations", migration("late", "example.com", "cups"));
    co_await c.create("storageversionmigrations", migration("never", "example.com", "saucers"));
    co_await c.never("storageversionmigrations/never", {{"status.conditions[Failed]", "*"}}, 50s);
    co_await make_old_cups(c);
    co_await c.until("storageversionmigrations/late", has_succeeded);
    co_await c.until("storageversionmigrations/never",
                     {{"status.conditions[Failed].message", "resource does not exist in discovery"}});
}

awaitable<void> a_deleted_migration_makes_way(cluster& c) {
    co_await c.create("storageversionmigrations", migration("first", "example.com", "saucers"));
    co_await c.until("storageversionmigrations/first",
                     {{"status.conditions[Running]", "True MigrationRunning"}});
    co_await c.create("storageversionmigrations", migration("second", "example.com", "saucers"));
    co_await c.never("storageversionmigrations/second", {{"status.conditions[Running]", "*"}}, 5s);
    co_await c.remove("storageversionmigrations/first");
    co_await c.until("storageversionmigrations/second",
                     {{"status.conditions[Running]", "True MigrationRunning"}});
}

constexpr scenario migration_scenario_table[] = {
    {"stores_old_objects_in_the_new_version", stores_old_objects_in_the_new_version},
    {"several_migrations_of_a_resource_succeed", several_migrations_of_a_resource_succeed},
    {"fails_at_the_first_refusal", fails_at_the_first_refusal},
    {"refuses_resources_without_objects", refuses_resources_without_objects},
    {"gives_a_missing_resource_a_minute", gives_a_missing_resource_a_minute},
    {"a_deleted_migration_makes_way", a_deleted_migration_makes_way},
};

}  // namespace

std::span<const scenario> migration_scenarios() {
    return migration_scenario_table;
}

}  // namespace embedded
