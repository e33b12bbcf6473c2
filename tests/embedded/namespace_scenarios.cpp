// Namespaces get default objects, and their deletion deletes all content.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>

namespace embedded {

namespace {

const char* space = "apiVersion: v1\nkind: Namespace\nmetadata: {name: space}\n";

awaitable<void> gets_an_account_and_the_root_certificate(cluster& c) {
    co_await c.create("namespaces", space);
    co_await c.until("space:serviceaccounts/default", {{"metadata.name", "default"}});
    co_await c.until("space:configmaps/kube-root-ca.crt", {{"metadata.name", "kube-root-ca.crt"}});
    co_await c.remove("space:serviceaccounts/default");
    co_await c.remove("space:configmaps/kube-root-ca.crt");
    co_await c.until("space:serviceaccounts/default", {{"metadata.name", "default"}});
    co_await c.until("space:configmaps/kube-root-ca.crt", {{"metadata.name", "kube-root-ca.crt"}});
}

awaitable<void> is_deleted_with_its_content(cluster& c) {
    co_await c.create("namespaces", space);
    co_await c.create("space:deployments", deployment("web", 3));
    co_await c.create("space:jobs", job("work", "completions: 3"));
    co_await c.create(
        "space:services",
        "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: "
        "[{port: 80}]}\n");
    co_await c.create("space:pods", pod("own", "a: b"));
    co_await c.until("space:deployments/web", {{"status.availableReplicas", "3"}});
    co_await c.remove("namespaces/space");
    co_await c.until("namespaces/space", {{"status.phase", "Terminating"}});
    const testing::answer refused = co_await c.ask("POST", "space:pods", pod("late"), "application/yaml");
    BOOST_TEST(refused.status == 403);
    BOOST_TEST(refused.body.find("because it is being terminated") != std::string::npos);
    co_await c.until_gone("namespaces/space");
    for (const char* what : {"space:pods", "space:deployments", "space:replicasets", "space:jobs",
                             "space:services", "space:endpointslices", "space:configmaps", "space:events"})
        BOOST_TEST((co_await c.list(what)).empty(), what);
}

awaitable<void> reports_a_finalizer_that_holds_it(cluster& c) {
    co_await c.create("namespaces", space);
    co_await c.create(
        "space:configmaps",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept, finalizers: [example.com/hold]}\n");
    co_await c.remove("namespaces/space");
    co_await c.until(
        "namespaces/space",
        {{"status.conditions[NamespaceContentRemaining]", "True SomeResourcesRemain"},
         {"status.conditions[NamespaceFinalizersRemaining]", "True SomeFinalizersRemain"},
         {"status.conditions[NamespaceDeletionDiscoveryFailure]", "False ResourcesDiscovered"},
         {"status.conditions[NamespaceDeletionGroupVersionParsingFailure]", "False ParsedGroupVersions"},
         {"status.conditions[NamespaceDeletionContentFailure]", "False ContentDeleted"}});
    co_await c.pass(1h);
    BOOST_TEST(at(co_await c.get("space:configmaps/kept"), "metadata.name") == "kept");
    co_await c.patch("space:configmaps/kept", R"({"metadata":{"finalizers":null}})");
    co_await c.until_gone("namespaces/space");
}

awaitable<void> pods_are_deleted_first(cluster& c) {
    co_await c.create("namespaces", space);
    co_await c.create("space:pods", pod("held", "a: b"));
    co_await c.patch("space:pods/held", R"({"metadata":{"finalizers":["example.com/hold"]}})");
    co_await c.create("space:configmaps", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: needed}\n");
    co_await c.until("space:pods/held", {{"status.phase", "Running"}});
    co_await c.remove("namespaces/space");
    co_await c.until("space:pods/held", {{"metadata.deletionTimestamp", "*"}});
    co_await c.until("namespaces/space", {{"status.conditions[NamespaceDeletionContentFailure]", "*"}});
    co_await c.pass(10min);
    BOOST_TEST(at(co_await c.get("space:configmaps/needed"), "metadata.deletionTimestamp") == "");
    BOOST_TEST(at(co_await c.get("space:configmaps/needed"), "metadata.name") == "needed");
    co_await c.patch("space:pods/held", R"({"metadata":{"finalizers":null}})");
    co_await c.until_gone("namespaces/space");
}

constexpr scenario namespace_scenario_table[] = {
    {"gets_an_account_and_the_root_certificate", gets_an_account_and_the_root_certificate},
    {"is_deleted_with_its_content", is_deleted_with_its_content},
    {"reports_a_finalizer_that_holds_it", reports_a_finalizer_that_holds_it},
    {"pods_are_deleted_first", pods_are_deleted_first},
};

}  // namespace

std::span<const scenario> namespace_scenarios() {
    return namespace_scenario_table;
}

}  // namespace embedded
