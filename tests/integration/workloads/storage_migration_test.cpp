// StorageVersionMigrations, and the ClusterTrustBundle of the server's CA, on a control plane, real or
// embedded. A migration of a new resource takes up to a minute on the real one, whose controllers discover
// it.
#include "fixture.hpp"
#include "setpoint/api/certificates_v1/cluster_trust_bundle.hpp"
#include "setpoint/api/dynamic_object.hpp"
#include "setpoint/api/storagemigration_v1/storage_version_migration.hpp"

#include <boost/json/parse.hpp>

using namespace workloads_test;

BOOST_AUTO_TEST_SUITE(storage_migration_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

using migration = storagemigration_v1::storage_version_migration;
using definition = apiextensions_v1::custom_resource_definition;
using certificates_v1::cluster_trust_bundle;

migration make_migration(std::string name, std::string group, std::string resource) {
    migration m;
    m.metadata.name = std::move(name);
    m.spec.resource.group = std::move(group);
    m.spec.resource.resource = std::move(resource);
    return m;
}

bool has_stopped(const migration& m) {
    const condition* const running = find_condition(m.status.conditions, "Running");
    return running && running->status == condition_status::false_;
}

std::string text_of(const std::vector<condition>& conditions) {
    std::string text;
    for (const condition& c : conditions)
        text += fmt::format("{}={} {}: {}\n", c.type.view(), to_string(c.status), c.reason.view(),
                            c.message.view());
    return text;
}

std::string versions_text(std::string_view stored) {
    std::string text;
    for (const char* name : {"v1", "v2"})
        text += fmt::format(
            R"({}{{"name":"{}","served":true,"storage":{},"schema":{{"openAPIV3Schema":{{"type":"object"}}}}}})",
            text.empty() ? "" : ",", name, stored == name);
    return "[" + text + "]";
}

// A definition with the group GROUP.example.com, which stores v1.
boost::json::object cups_of(const std::string& group) {
    return boost::json::parse(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
                              R"("metadata":{"name":"cups.)" +
                              group + R"("},"spec":{"group":")" + group +
                              R"(","scope":"Namespaced","names":{"plural":"cups","kind":"Cup"},"versions":)" +
                              versions_text("v1") + "}}")
        .as_object();
}

// Of ConfigMaps. The real migrator waits until its cache shows a version after the migration's start: without
// writes, until the next bookmark, a minute or two.
awaitable<snapshot<migration>> stopped_beside_writes(workload_world& w, std::string name) {
    for (int written = 0;; ++written) {
        config_map c;
        c.metadata.ns = w.ns;
        c.metadata.name = fmt::format("{}-{}", name, written);
        (co_await w.api.create(c)).value();
        auto m = (co_await w.api.get<migration>(object_key::cluster(name))).value();
        if (has_stopped(*m)) co_return m;
        co_await w.l.sleep(500ms);
    }
}

const std::string succeeded_text =
    "Running=False MigrationCompleted: Migration completed\n"
    "Succeeded=True StorageVersionMigrationSucceeded: Migration completed\n";

}  // namespace

BOOST_AUTO_TEST_CASE(migrations_of_a_built_in_resource_succeed) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        for (const char* suffix : {"-a", "-b"})
            (co_await w.api.create(make_migration(w.ns + suffix, "", "configmaps"))).value();
        for (const char* suffix : {"-a", "-b"}) {
            const auto m = co_await stopped_beside_writes(w, w.ns + suffix);
            BOOST_TEST(text_of(m->status.conditions) == succeeded_text);
            BOOST_TEST(!m->status.resource_version.empty());
        }
    });
}

BOOST_AUTO_TEST_CASE(resources_without_objects_cannot_be_migrated) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.api.create(make_migration(w.ns, "authentication.k8s.io", "tokenreviews"))).value();
        const auto m = co_await w.until<migration>(object_key::cluster(w.ns), "the end", has_stopped);
        BOOST_TEST(text_of(m->status.conditions) ==
                   "Running=False MigrationCompleted: Migration completed\n"
                   "Failed=True StorageVersionMigrationFailed: resource \"authentication.k8s.io/v1, "
                   "Resource=tokenreviews\" does not support discovery operations: [update patch list]\n");
        BOOST_TEST(m->status.resource_version == "");
    });
}

BOOST_AUTO_TEST_CASE(custom_resources_are_stored_in_the_new_version) {
    workload_world w;
    w.run(
        [&]() -> awaitable<void> {
            const std::string group = w.ns + ".example.com";
            const object_key name = object_key::cluster("cups." + group);
            const kind_info cups = dynamic_kind({group, "v1", "Cup"}, "cups", scope::namespaced, false);
            (co_await w.api.create(dynamic_object(cups_of(group)), kind_of<definition>())).value();
            co_await w.until<definition>(name, "established",
                                         [](const definition& d) { return is_established(d); });
            std::string old;
            for (const time_point due = w.l.now() + 20s; old.empty() && w.l.now() < due;
                 co_await w.l.sleep(100ms)) {
                const auto made = co_await w.api.create(dynamic_object(cups.gvk, w.key("a")), cups);
                if (made) old = made->resource_version();
            }
            BOOST_REQUIRE(!old.empty());
            boost::json::object spec, patch;
            spec["versions"] = boost::json::parse(versions_text("v2"));
            patch["spec"] = std::move(spec);
            (co_await w.api.merge_patch<definition>(name, std::move(patch))).value();
            (co_await w.api.create(make_migration(w.ns, group, "cups"))).value();
            const auto m =
                co_await w.until<migration>(object_key::cluster(w.ns), "the end", has_stopped, 120s);
            BOOST_TEST(text_of(m->status.conditions) == succeeded_text);
            const auto d = (co_await w.api.get<definition>(name)).value();
            BOOST_TEST(d->status.stored_versions == std::vector<interned_string>{"v2"},
                       boost::test_tools::per_element());
            const condition* const migrating = find_condition(d->status.conditions, "StorageMigrating");
            BOOST_REQUIRE(migrating != nullptr);
            BOOST_TEST(text_of({*migrating}) ==
                       "StorageMigrating=False MigrationSucceeded: The migration has succeeded and the "
                       "stored versions have been updated\n");
            const dynamic_object again = (co_await w.api.get(cups, w.key("a"))).value();
            BOOST_TEST(again.resource_version() != old);
            (co_await w.api.remove<definition>(name)).value();
        },
        200s);
}

BOOST_AUTO_TEST_CASE(the_ca_is_published_and_restored) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const auto map = co_await w.until<config_map>(w.key("kube-root-ca.crt"), "the CA",
                                                      [](const config_map& c) { return !c.data.empty(); });
        list_options of_signer;
        of_signer.field_selector = "spec.signerName=kubernetes.io/kube-apiserver-serving";
        std::vector<snapshot<cluster_trust_bundle>> all;
        for (const time_point due = w.l.now() + 20s; all.empty() && w.l.now() < due;
             co_await w.l.sleep(100ms))
            all = (co_await w.api.list<cluster_trust_bundle>(of_signer)).value();
        BOOST_REQUIRE(all.size() == 1u);
        BOOST_TEST(all[0]->metadata.name.starts_with("kubernetes.io:kube-apiserver-serving:"));
        BOOST_TEST(all[0]->metadata.name.view().size() == 61u);
        BOOST_TEST(all[0]->spec.trust_bundle == map->data.at("ca.crt"));
        const object_key key = key_of(*all[0]);
        const std::string uid = all[0]->metadata.uid.str();
        (co_await w.api.remove<cluster_trust_bundle>(key)).value();
        co_await w.until<cluster_trust_bundle>(
            key, "a new bundle", [&](const cluster_trust_bundle& b) { return b.metadata.uid != uid; });
    });
}

BOOST_AUTO_TEST_SUITE_END()
