// Services: addresses, ports, and endpoints.
#include "scenarios.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace embedded {

namespace {

std::string service(std::string name, std::string spec = {}) {
    return fmt::format(
        "apiVersion: v1\nkind: Service\nmetadata: {{name: {}}}\nspec: {{selector: {{app: web}}, ports: "
        "[{{port: 80}}]{}}}\n",
        name, spec);
}
constexpr const char* slices = "endpointslices?labelSelector=kubernetes.io/service-name=web";

std::size_t ready_in(const std::vector<bj::object>& all) {
    std::size_t n = 0;
    for (const bj::object& s : all)
        for (int i = 0; i < 100; ++i) n += at(s, fmt::format("endpoints[{}].conditions.ready", i)) == "true";
    return n;
}
awaitable<void> until_ready(cluster& c, std::size_t n) {
    co_await c.env.async_eventually(fmt::format("{} endpoints", n), [&]() -> awaitable<bool> {
        co_return ready_in(co_await c.list(slices)) == n;
    });
}

awaitable<void> gets_a_unique_address(cluster& c) {
    co_await c.create("services", service("web"));
    co_await c.create("services", service("other"));
    const auto web = co_await c.get("services/web"), other = co_await c.get("services/other");
    BOOST_TEST(at(web, "spec.clusterIP").starts_with("10.96."));
    BOOST_TEST(at(web, "spec.clusterIPs[0]") == at(web, "spec.clusterIP"));
    BOOST_TEST(at(web, "spec.clusterIP") != at(other, "spec.clusterIP"));
    BOOST_TEST(at(web, "spec.ports[0].nodePort") == "");
    // A freed address can be allocated again.
    co_await c.remove("services/web");
    co_await c.create("services", service("again", ", clusterIP: " + at(web, "spec.clusterIP")));
    const testing::answer taken = co_await c.ask(
        "POST", "services", service("late", ", clusterIP: " + at(web, "spec.clusterIP")), "application/yaml");
    BOOST_TEST(taken.status == 422);
    BOOST_TEST(taken.body.find("provided IP is already allocated") != std::string::npos);
}

awaitable<void> gets_a_node_port(cluster& c) {
    co_await c.create("services", service("web", ", type: NodePort"));
    const auto web = co_await c.get("services/web");
    const int port = std::stoi(at(web, "spec.ports[0].nodePort"));
    BOOST_TEST(port >= 30000);
    BOOST_TEST(port <= 32767);
    co_await c.patch("services/web", R"({"spec":{"type":"ClusterIP"}})");
    co_await c.until("services/web", {{"spec.ports[0].nodePort", ""}});
    co_await c.create("services",
                      fmt::format("apiVersion: v1\nkind: Service\nmetadata: {{name: same}}\nspec: "
                                  "{{type: NodePort, ports: [{{port: 80, nodePort: {}}}]}}\n",
                                  port));
}

awaitable<void> keeps_nothing_of_a_rejected_create(cluster& c) {
    const std::string wanted = ", type: NodePort, clusterIP: 10.96.7.7";
    co_await c.create("services", service("web"));
    const testing::answer again =
        co_await c.ask("POST", "services", service("web", wanted), "application/yaml");
    BOOST_TEST(again.status == 409);
    co_await c.patch("services/web/status", R"({"status":{"conditions":[{"type":"A","status":"True",)"
                                            R"("lastTransitionTime":"2026-01-01T00:00:00Z"}]}})");
    co_await c.create("services", service("other", wanted));
}

awaitable<void> lists_ready_pods_as_endpoints(cluster& c) {
    co_await c.create("services", service("web"));
    co_await c.create("deployments", deployment("web", 3));
    co_await until_ready(c, 3);
    const auto s = (co_await c.list(slices)).at(0);
    BOOST_TEST(at(s, "ports[0].port") == "80");
    BOOST_TEST(at(s, "endpoints[0].targetRef.kind") == "Pod");
    BOOST_TEST(at(s, "endpoints[0].nodeName") == "node-0");
    BOOST_TEST(at(s, "metadata.ownerReferences[0].name") == "web");
    co_await c.patch("deployments/web/scale", R"({"spec":{"replicas":1}})");
    co_await until_ready(c, 1);
    co_await c.until("endpoints/web",
                     {{"subsets[0].addresses[0].ip", "*"}, {"subsets[0].addresses[1].ip", ""}});
    co_await c.create("pods", pod("sick", "app: web", {}, "never-ready"));
    co_await c.until("endpoints/web", {{"subsets[0].notReadyAddresses[0].targetRef.name", "sick"}});
    BOOST_TEST(ready_in(co_await c.list(slices)) == 1U);
    co_await c.remove("services/web");
    co_await c.until_count(slices, 0);
    co_await c.until_gone("endpoints/web");
}

awaitable<void> headless_services_list_their_pods(cluster& c) {
    co_await c.create("services", service("web", ", clusterIP: None"));
    co_await c.create("deployments", deployment("web", 2));
    co_await until_ready(c, 2);
    BOOST_TEST(at((co_await c.list(slices)).at(0), "metadata.labels[service.kubernetes.io/headless]") == "");
    BOOST_TEST(at(co_await c.get("services/web"), "spec.clusterIP") == "None");
}

constexpr scenario service_scenario_table[] = {
    {"gets_a_unique_address", gets_a_unique_address},
    {"gets_a_node_port", gets_a_node_port},
    {"keeps_nothing_of_a_rejected_create", keeps_nothing_of_a_rejected_create},
    {"lists_ready_pods_as_endpoints", lists_ready_pods_as_endpoints},
    {"headless_services_list_their_pods", headless_services_list_their_pods},
};

}  // namespace

std::span<const scenario> service_scenarios() {
    return service_scenario_table;
}

}  // namespace embedded
