// Deployments are created, changed and deleted.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>

namespace embedded {

namespace {

awaitable<void> is_created_and_becomes_available(cluster& c) {
    co_await c.create("deployments", deployment("web", 3));
    co_await c.until("deployments/web", {{"status.availableReplicas", "3"},
                                         {"status.updatedReplicas", "3"},
                                         {"status.conditions[Available]", "True MinimumReplicasAvailable"},
                                         {"status.conditions[Progressing]", "True NewReplicaSetAvailable"},
                                         {"metadata.annotations[deployment.kubernetes.io/revision]", "1"}});
    const auto sets = co_await c.list("replicasets");
    BOOST_TEST_REQUIRE(sets.size() == 1U);
    BOOST_TEST(at(sets[0], "metadata.ownerReferences[0].kind") == "Deployment");
    BOOST_TEST(at(sets[0], "metadata.ownerReferences[0].blockOwnerDeletion") == "true");
    BOOST_TEST(at(sets[0], "metadata.annotations[deployment.kubernetes.io/max-replicas]") == "4");
    const std::string hash = at(sets[0], "metadata.labels[pod-template-hash]");
    BOOST_TEST(!hash.empty());
    co_await c.until_some("pods", 3,
                          {{"metadata.labels[pod-template-hash]", hash}, {"status.phase", "Running"}});
}

awaitable<void> is_scaled_up_and_down(cluster& c) {
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    co_await c.patch("deployments/web/scale", R"({"spec":{"replicas":5}})");
    co_await c.until("deployments/web", {{"status.availableReplicas", "5"}});
    BOOST_TEST((co_await c.list("replicasets")).size() == 1U);
    co_await c.patch("deployments/web/scale", R"({"spec":{"replicas":1}})");
    co_await c.until("deployments/web", {{"status.replicas", "1"}, {"status.availableReplicas", "1"}});
    co_await c.until_count("pods", 1);
    co_await c.patch("deployments/web", R"({"spec":{"replicas":0}})");
    co_await c.until_count("pods", 0);
    const auto scale = co_await c.get("deployments/web/scale");
    BOOST_TEST(at(scale, "status.selector") == "app=web");
}

awaitable<void> recreate_deletes_all_pods_first(cluster& c) {
    co_await c.create("deployments", deployment("web", 2, "nginx:1", "strategy: {type: Recreate}"));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    co_await c.patch("deployments/web",
                     R"({"spec":{"template":{"spec":{"containers":[{"name":"c","image":"nginx:2"}]}}}})");
    bool mixed = false;
    co_await c.env.async_eventually("only the new image runs", [&]() -> awaitable<bool> {
        std::size_t older = 0, newer = 0;
        for (const bj::object& p : co_await c.list("pods"))
            ++(at(p, "spec.containers[0].image") == "nginx:1" ? older : newer);
        mixed = mixed || (older > 0 && newer > 0);
        const auto d = co_await c.get("deployments/web");
        co_return older == 0 && newer == 2 && at(d, "status.availableReplicas") == "2";
    });
    BOOST_TEST(!mixed);
}

awaitable<void> is_deleted_in_the_foreground_after_its_pods(cluster& c) {
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    co_await c.remove("deployments/web", "Foreground");
    bool early = false;
    co_await c.env.async_eventually("the Deployment goes last", [&]() -> awaitable<bool> {
        const bool gone = (co_await c.get("deployments/web")).empty();
        const bool left = !(co_await c.list("pods")).empty() || !(co_await c.list("replicasets")).empty();
        early = early || (gone && left);
        co_return gone;
    });
    BOOST_TEST(!early);
}

awaitable<void> is_deleted_in_the_background_before_its_pods(cluster& c) {
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    co_await c.remove("deployments/web");
    BOOST_TEST((co_await c.get("deployments/web")).empty());
    co_await c.until_count("replicasets", 0);
    co_await c.until_count("pods", 0);
}

awaitable<void> orphans_are_adopted_by_a_new_deployment(cluster& c) {
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    const std::string pods = co_await c.names("pods"), sets = co_await c.names("replicasets");
    co_await c.remove("deployments/web", "Orphan");
    co_await c.until_gone("deployments/web");
    co_await c.until_some("replicasets", 1, {{"metadata.ownerReferences", ""}});
    co_await c.pass(1min);
    BOOST_TEST((co_await c.names("pods")) == pods);
    co_await c.create("deployments", deployment("web", 2));
    co_await c.until("deployments/web", {{"status.availableReplicas", "2"}});
    BOOST_TEST((co_await c.names("pods")) == pods);
    BOOST_TEST((co_await c.names("replicasets")) == sets);
    co_await c.until_some("replicasets", 1, {{"metadata.ownerReferences[0].name", "web"}});
}

constexpr scenario deployment_scenario_table[] = {
    {"is_created_and_becomes_available", is_created_and_becomes_available},
    {"is_scaled_up_and_down", is_scaled_up_and_down},
    {"recreate_deletes_all_pods_first", recreate_deletes_all_pods_first},
    {"is_deleted_in_the_foreground_after_its_pods", is_deleted_in_the_foreground_after_its_pods},
    {"is_deleted_in_the_background_before_its_pods", is_deleted_in_the_background_before_its_pods},
    {"orphans_are_adopted_by_a_new_deployment", orphans_are_adopted_by_a_new_deployment},
};

}  // namespace

std::span<const scenario> deployment_scenarios() {
    return deployment_scenario_table;
}

}  // namespace embedded
