// Fake nodes, and the pods on them.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace embedded {

namespace {

std::size_t count_of(const std::string& text, std::string_view part) {
    std::size_t n = 0;
    for (std::size_t i = 0; (i = text.find(part, i)) != std::string::npos; ++i) ++n;
    return n;
}

awaitable<void> runs_a_pod_and_records_events(cluster& c) {
    co_await c.create("pods", pod("one"));
    co_await c.until("pods/one", {{"status.phase", "Running"},
                                  {"status.conditions[Ready]", "True"},
                                  {"status.conditions[PodScheduled]", "True"},
                                  {"status.podIP", "*"},
                                  {"status.containerStatuses[0].started", "true"},
                                  {"status.containerStatuses[0].state.running.startedAt", "*"},
                                  {"spec.nodeName", "node-0"}});
    for (const char* reason : {"Scheduled", "Pulled", "Created", "Started"})
        co_await c.until_some("events?fieldSelector=involvedObject.name=one", 1, {{"reason", reason}});
}

awaitable<void> stops_a_pod_within_its_grace_period(cluster& c) {
    co_await c.create("pods", pod("one"));
    co_await c.until("pods/one", {{"status.conditions[Ready]", "True"}});
    co_await c.remove("pods/one");
    const auto going = co_await c.get("pods/one");
    BOOST_TEST(at(going, "metadata.deletionGracePeriodSeconds") == "30");
    co_await c.until_gone("pods/one", 1s);
    co_await c.create("pods", pod("two"));
    co_await c.until("pods/two", {{"status.conditions[Ready]", "True"}});
    co_await c.remove("pods/two", "Background", R"(,"gracePeriodSeconds":0)");
    BOOST_TEST((co_await c.get("pods/two")).empty());
    co_await c.create("pods", pod("held"));
    co_await c.patch("pods/held", R"({"metadata":{"finalizers":["example.com/hold"]}})");
    co_await c.until("pods/held", {{"status.conditions[Ready]", "True"}});
    co_await c.remove("pods/held");
    co_await c.until("pods/held",
                     {{"metadata.deletionGracePeriodSeconds", "0"}, {"status.phase", "Succeeded"}});
    co_await c.patch("pods/held", R"({"metadata":{"finalizers":null}})");
    co_await c.until_gone("pods/held");
}

awaitable<void> restarts_crashing_containers_with_back_off(cluster& c) {
    co_await c.create("pods", pod("bad", {}, {}, "crash"));
    co_await c.until("pods/bad",
                     {{"status.containerStatuses[0].state.waiting.reason", "CrashLoopBackOff"},
                      {"status.containerStatuses[0].restartCount", "3"},
                      {"status.containerStatuses[0].lastState.terminated.exitCode", "1"},
                      {"status.phase", "Running"},
                      {"status.conditions[Ready]", "False ContainersNotReady"}},
                     10min);
    BOOST_TEST(c.seconds() >= 70.0);  // 10, 20 and 40 s
    co_await c.until("pods/bad", {{"status.containerStatuses[0].restartCount", "7"}}, 1h);
}

awaitable<void> fails_pods_that_are_never_restarted(cluster& c) {
    co_await c.create("pods", pod("never", {}, "restartPolicy: Never", "exit=7"));
    co_await c.create("pods", pod("sometimes", {}, "restartPolicy: OnFailure", "exit=7"));
    co_await c.create("pods", pod("fine", {}, "restartPolicy: OnFailure"));
    co_await c.until("pods/never", {{"status.phase", "Failed"},
                                    {"status.containerStatuses[0].state.terminated.exitCode", "7"},
                                    {"status.containerStatuses[0].state.terminated.reason", "Error"}});
    co_await c.until("pods/sometimes", {{"status.containerStatuses[0].restartCount", "2"}}, 10min);
    co_await c.until("pods/fine", {{"status.phase", "Succeeded"},
                                   {"status.containerStatuses[0].state.terminated.reason", "Completed"},
                                   {"status.conditions[Ready]", "False PodCompleted"}});
    co_await c.remove("pods/sometimes");
    co_await c.until_gone("pods/sometimes");
}

awaitable<void> waits_for_images_readiness_and_nodes(cluster& c) {
    co_await c.create("pods", pod("pull", {}, {}, "image-pull"));
    co_await c.create("pods", pod("sick", {}, {}, "never-ready"));
    co_await c.create("pods", pod("picky", {}, "nodeSelector: {disk: fast}"));
    co_await c.until("pods/pull", {{"status.containerStatuses[0].state.waiting.reason", "ImagePullBackOff"}});
    co_await c.until("pods/sick", {{"status.phase", "Running"}});
    co_await c.until("pods/picky", {{"status.conditions[PodScheduled]", "False Unschedulable"}});
    co_await c.pass(1h);
    BOOST_TEST(at(co_await c.get("pods/pull"), "status.phase") == "Pending");
    BOOST_TEST(at(co_await c.get("pods/sick"), "status.conditions[Ready]") == "False ContainersNotReady");
    co_await c.patch("nodes/node-0", R"({"metadata":{"labels":{"disk":"fast"}}})");
    co_await c.until("pods/picky", {{"status.conditions[Ready]", "True"}});
}

awaitable<void> has_each_host_port_once(cluster& c) {
    const std::string ports = "ports: [{containerPort: 80, hostPort: 8080}]";
    const auto with_port = [&](const char* name, const char* more = "") {
        return fmt::format(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: {}}}\nspec: {{containers: [{{name: c, image: i, "
            "{}}}]{}}}\n",
            name, ports, more);
    };
    co_await c.create("pods", with_port("first"));
    co_await c.until("pods/first", {{"status.phase", "Running"}});
    co_await c.create("pods", with_port("next"));
    co_await c.until("pods/next", {{"status.conditions[PodScheduled]", "False Unschedulable"}});
    co_await c.create("pods", with_port("forced", ", nodeName: node-0"));
    co_await c.until("pods/forced", {{"status.phase", "Failed"}, {"status.reason", "NodePorts"}});
    co_await c.until_some("events?fieldSelector=involvedObject.name=forced", 1, {{"reason", "NodePorts"}});
    co_await c.remove("pods/first");
    co_await c.until("pods/next", {{"status.phase", "Running"}, {"spec.nodeName", "node-0"}});
}

awaitable<void> the_node_sends_heartbeats(cluster& c) {
    const std::string lease = "kube-node-lease:leases/node-0";
    co_await c.until(lease,
                     {{"spec.holderIdentity", "node-0"}, {"metadata.ownerReferences[0].kind", "Node"}});
    const auto first = co_await c.get(lease);
    const std::string beat = at(co_await c.get("nodes/node-0"), "status.conditions[3].lastHeartbeatTime");
    co_await c.pass(11s);
    BOOST_TEST(at(co_await c.get(lease), "spec.renewTime") > at(first, "spec.renewTime"));
    const std::size_t leases = count_of(c.trace(), "leases"), nodes = count_of(c.trace(), "nodes status");
    co_await c.pass(20min);
    BOOST_TEST(count_of(c.trace(), "leases") - leases <= 121U);
    BOOST_TEST(count_of(c.trace(), "nodes status") - nodes == 4U);
    const auto node = co_await c.get("nodes/node-0");
    BOOST_TEST(at(node, "status.conditions[3].lastHeartbeatTime") > beat);
    BOOST_TEST(at(node, "status.conditions[Ready]") == "True KubeletReady");
    co_await c.remove(lease);
    co_await c.pass(11s);
    BOOST_TEST(!(co_await c.get(lease)).empty());
}

constexpr scenario node_scenario_table[] = {
    {"runs_a_pod_and_records_events", runs_a_pod_and_records_events},
    {"stops_a_pod_within_its_grace_period", stops_a_pod_within_its_grace_period},
    {"restarts_crashing_containers_with_back_off", restarts_crashing_containers_with_back_off},
    {"fails_pods_that_are_never_restarted", fails_pods_that_are_never_restarted},
    {"waits_for_images_readiness_and_nodes", waits_for_images_readiness_and_nodes},
    {"has_each_host_port_once", has_each_host_port_once},
    {"the_node_sends_heartbeats", the_node_sends_heartbeats},
};

}  // namespace

std::span<const scenario> node_scenarios() {
    return node_scenario_table;
}

}  // namespace embedded
