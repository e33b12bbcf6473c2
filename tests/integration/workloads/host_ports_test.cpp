// Pods that want the same host port, on a control plane, real or embedded.
#include "fixture.hpp"

#include <string_view>

using namespace workloads_test;

BOOST_AUTO_TEST_SUITE(host_ports_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

pod make_pod(const workload_world& w, std::string name, std::string_view node,
             std::string_view protocol = "TCP") {
    pod p;
    p.metadata.name = std::move(name);
    p.metadata.ns = w.ns;
    p.spec = template_of("nginx:1").spec;
    p.spec.node_selector["kubernetes.io/hostname"] = node;
    container_port port;
    port.container_port = 80;
    port.host_port = 18'080;
    port.protocol = protocol;
    p.spec.containers.front().ports.push_back(port);
    return p;
}

// One of the nodes has the port in use, the others are not selected.
std::string no_free_ports(std::size_t nodes) {
    const std::size_t others = nodes - 1;
    return fmt::format(
        "0/{0} nodes are available: 1 node(s) didn't have free ports for the requested pod ports{1}. "
        "preemption: 0/{0} nodes are available: 1 No preemption victims found for "
        "incoming "
        "pod{2}.",
        nodes,
        others == 0 ? "" : fmt::format(", {} node(s) didn't match Pod's node affinity/selector", others),
        others == 0 ? "" : fmt::format(", {} Preemption is not helpful for scheduling", others));
}

bool is_running(const pod& p) {
    return p.status.phase == "Running";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pod_waits_until_its_host_port_is_free) {
    workload_world w;
    w.run([&]() -> awaitable<void> {
        const auto nodes = (co_await w.api.list<node>()).value();
        const std::string_view host = nodes.back()->metadata.labels.at("kubernetes.io/hostname");
        (co_await w.api.create(make_pod(w, "first", host))).value();
        co_await w.until<pod>(w.key("first"), "running", is_running);
        (co_await w.api.create(make_pod(w, "other", host, "UDP"))).value();
        co_await w.until<pod>(w.key("other"), "running", is_running);
        (co_await w.api.create(make_pod(w, "next", host))).value();
        const auto waits = co_await w.until<pod>(w.key("next"), "unschedulable", [](const pod& p) {
            const condition* c = find_condition(p.status.conditions, "PodScheduled");
            return c && c->status == condition_status::false_;
        });
        BOOST_TEST(find_condition(waits->status.conditions, "PodScheduled")->message.str() ==
                   no_free_ports(nodes.size()));
        (co_await w.api.remove<pod>(w.key("first"))).value();
        co_await w.until<pod>(w.key("next"), "running", is_running);
    });
}

BOOST_AUTO_TEST_SUITE_END()
