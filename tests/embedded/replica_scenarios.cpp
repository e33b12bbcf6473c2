// ReplicaSets and ReplicationControllers: ownership of pods.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>

namespace embedded {

namespace {

const char* set_yaml = R"(apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: front}
spec:
  replicas: 2
  selector: {matchLabels: {tier: front}}
  template:
    metadata: {labels: {tier: front}}
    spec: {containers: [{name: c, image: nginx:1}]}
)";
const char* controller_yaml = R"(apiVersion: v1
kind: ReplicationController
metadata: {name: old}
spec:
  replicas: 2
  selector: {tier: old}
  template:
    metadata: {labels: {tier: old}}
    spec: {containers: [{name: c, image: nginx:1}]}
)";

awaitable<void> adopts_a_pod_that_matches(cluster& c) {
    co_await c.create("pods", pod("lonely", "tier: front"));
    co_await c.until("pods/lonely", {{"status.phase", "Running"}});
    co_await c.create("replicasets", set_yaml);
    co_await c.until("pods/lonely", {{"metadata.ownerReferences[0].name", "front"},
                                     {"metadata.ownerReferences[0].controller", "true"}});
    co_await c.until("replicasets/front", {{"status.readyReplicas", "2"}, {"status.replicas", "2"}});
    co_await c.until_count("pods", 2);
    // One too many: it is adopted, and one pod is deleted.
    co_await c.create("pods", pod("late", "tier: front"));
    co_await c.until_count("pods", 2);
    co_await c.until_some("pods", 2, {{"metadata.ownerReferences[0].name", "front"}});
}

awaitable<void> releases_a_pod_that_no_longer_matches(cluster& c) {
    co_await c.create("replicasets", set_yaml);
    co_await c.until("replicasets/front", {{"status.availableReplicas", "2"}});
    const auto pods = co_await c.list("pods");
    const std::string name = at(pods.at(0), "metadata.name");
    co_await c.patch("pods/" + name, R"({"metadata":{"labels":{"tier":"debug"}}})");
    co_await c.until("pods/" + name, {{"metadata.ownerReferences", ""}});
    co_await c.until_some("pods", 2, {{"metadata.labels.tier", "front"}, {"status.phase", "Running"}});
    co_await c.until_count("pods", 3);
    co_await c.remove("replicasets/front");
    co_await c.until_count("pods", 1);
    BOOST_TEST((co_await c.names("pods")) == name);
    co_await c.remove("pods/" + name);
    co_await c.until_count("pods", 0);
}

awaitable<void> replaces_a_pod_that_was_deleted(cluster& c) {
    co_await c.create("replicationcontrollers", controller_yaml);
    co_await c.until("replicationcontrollers/old", {{"status.availableReplicas", "2"}});
    const std::string name = at((co_await c.list("pods")).at(0), "metadata.name");
    co_await c.remove("pods/" + name);
    co_await c.until_gone("pods/" + name);
    co_await c.until("replicationcontrollers/old", {{"status.availableReplicas", "2"}});
    co_await c.patch("replicationcontrollers/old/scale", R"({"spec":{"replicas":4}})");
    co_await c.until("replicationcontrollers/old", {{"status.readyReplicas", "4"}, {"status.replicas", "4"}});
    co_await c.until_some("pods", 4, {{"metadata.ownerReferences[0].kind", "ReplicationController"}});
}

awaitable<void> creates_many_pods_at_once(cluster& c) {
    co_await c.create("replicasets", set_yaml);
    co_await c.patch("replicasets/front/scale", R"({"spec":{"replicas":40}})");
    co_await c.until("replicasets/front", {{"status.readyReplicas", "40"}});
    co_await c.patch("replicasets/front/scale", R"({"spec":{"replicas":3}})");
    co_await c.until_count("pods", 3);
    co_await c.until("replicasets/front", {{"status.replicas", "3"}, {"status.terminatingReplicas", "0"}});
}

awaitable<void> counts_pods_as_available_after_min_ready_seconds(cluster& c) {
    co_await c.create("replicasets", R"(apiVersion: apps/v1
kind: ReplicaSet
metadata: {name: short}
spec:
  replicas: 3
  selector: {matchLabels: {a: b}}
  minReadySeconds: 20
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: c, image: nginx:1}]}
)");
    co_await c.until("replicasets/short", {{"status.readyReplicas", "3"}});
    BOOST_TEST(at(co_await c.get("replicasets/short"), "status.availableReplicas") == "");
    const double ready = c.seconds();
    co_await c.until("replicasets/short", {{"status.availableReplicas", "3"}});
    BOOST_TEST(c.seconds() - ready >= 19.0);
    BOOST_TEST(c.seconds() - ready <= 22.0);
}

constexpr scenario replica_scenario_table[] = {
    {"adopts_a_pod_that_matches", adopts_a_pod_that_matches},
    {"releases_a_pod_that_no_longer_matches", releases_a_pod_that_no_longer_matches},
    {"replaces_a_pod_that_was_deleted", replaces_a_pod_that_was_deleted},
    {"creates_many_pods_at_once", creates_many_pods_at_once},
    {"counts_pods_as_available_after_min_ready_seconds", counts_pods_as_available_after_min_ready_seconds},
};

}  // namespace

std::span<const scenario> replica_scenarios() {
    return replica_scenario_table;
}

}  // namespace embedded
