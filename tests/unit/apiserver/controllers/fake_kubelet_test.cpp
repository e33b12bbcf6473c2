// The fake kubelet, and the scheduling of pods.
#include "apiserver/controllers/node/fake_kubelet_plan.hpp"
#include "apiserver/controllers/node/host_ports.hpp"
#include "apiserver/controllers/node/schedule_plan.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(fake_kubelet_test)

namespace {

partial_pod pod_of(std::string_view policy = "Always", std::string_view fail = {}) {
    partial_pod p;
    p.metadata.name = "web";
    p.metadata.ns = "default";
    p.metadata.uid = "web-uid";
    p.metadata.generation = 1;
    p.spec.node_name = "node-0";
    p.spec.restart_policy = policy;
    partial_container c;
    c.name = "c";
    c.image = "nginx:1";
    p.spec.containers.push_back(c);
    if (!fail.empty()) p.metadata.annotations[fail_annotation] = fail;
    return p;
}

partial_pod with_port(std::int32_t port) {
    partial_pod p = pod_of();
    container_port c;
    c.container_port = port;
    c.host_port = port;
    p.spec.containers.front().ports.push_back(c);
    return p;
}

// Reconciles a pod over virtual time.
struct kubelet_run {
    partial_pod p;
    pod_memory memory;
    duration at{0};
    kubelet_plan last;
    bool ports_taken = false;

    void reconcile() {
        pod_surroundings around;
        around.now = time_point(at);
        around.wall_now = timestamp::parse("2026-01-01T00:00:00Z").value().to_wall_time() + at;
        around.host_ip = "172.18.0.2";
        around.fresh_ip = "10.244.0.1";
        around.ports_taken = ports_taken;
        last = plan_pod(p, memory, around);
        memory = last.memory;
        if (last.status) p.status = *last.status;
    }
    // Executes the plans until `end`.
    void live(duration end) {
        reconcile();
        while (last.again && at + *last.again <= end) {
            at += *last.again;
            reconcile();
        }
        at = end;
    }
    std::string waiting() const {
        const auto& s = p.status.container_statuses.at(0).state;
        return s.waiting ? s.waiting->reason.str() : "";
    }
};

node_ptr node_of(std::string_view name) {
    auto n = std::make_shared<partial_node>();
    n->metadata.name = name;
    n->metadata.labels["kubernetes.io/hostname"] = name;
    return n;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_pod_is_pending_then_running_then_ready) {
    kubelet_run n{pod_of(), {}, 0ns, {}};
    n.reconcile();
    BOOST_TEST(n.p.status.phase == "Pending");
    BOOST_TEST(n.waiting() == "ContainerCreating");
    BOOST_TEST(n.p.status.pod_ip == "");
    n.at = 200ms;
    n.reconcile();
    BOOST_TEST(n.p.status.phase == "Running");
    BOOST_TEST(n.p.status.pod_ip == "10.244.0.1");
    BOOST_TEST(!is_ready(n.p));
    n.at = 300ms;
    n.reconcile();
    BOOST_TEST(is_ready(n.p));
    BOOST_TEST(n.p.status.container_statuses.at(0).ready.value());
    BOOST_CHECK(!n.last.again);
    BOOST_TEST(n.p.status.conditions.size() == 5u);
}

BOOST_AUTO_TEST_CASE(pods_of_jobs_finish_on_their_own) {
    kubelet_run good{pod_of("Never"), {}, 0ns, {}};
    good.live(1100ms);
    BOOST_TEST(good.p.status.phase == "Running");
    good.live(1300ms);
    BOOST_TEST(good.p.status.phase == "Succeeded");
    kubelet_run bad{pod_of("Never", "exit=3"), {}, 0ns, {}};
    bad.live(2s);
    BOOST_TEST(bad.p.status.phase == "Failed");
    BOOST_TEST(bad.p.status.container_statuses.at(0).state.terminated->exit_code.value() == 3);
}

BOOST_AUTO_TEST_CASE(an_annotation_makes_pods_fail) {
    kubelet_run pull{pod_of("Always", "image-pull"), {}, 0ns, {}};
    pull.live(1h);
    BOOST_TEST(pull.p.status.phase == "Pending");
    BOOST_TEST(pull.waiting() == "ImagePullBackOff");
    kubelet_run unready{pod_of("Always", "never-ready"), {}, 0ns, {}};
    unready.live(1h);
    BOOST_TEST(unready.p.status.phase == "Running");
    BOOST_TEST(!is_ready(unready.p));
    kubelet_run crash{pod_of("Always", "crash"), {}, 0ns, {}};
    crash.live(5s);
    BOOST_TEST(crash.waiting() == "CrashLoopBackOff");
    BOOST_TEST(restarts(crash.p) == 0);
    crash.live(35s);  // after 10 s and 20 s
    BOOST_TEST(restarts(crash.p) == 2);
    BOOST_TEST(crash.p.status.container_statuses.at(0).last_state.terminated->exit_code.value() == 1);
    kubelet_run once{pod_of("Never", "crash"), {}, 0ns, {}};
    once.live(5s);
    BOOST_TEST(once.p.status.phase == "Failed");
}

BOOST_AUTO_TEST_CASE(an_annotation_makes_a_pod_start_slowly_or_flap_and_it_recovers) {
    kubelet_run slow{pod_of("Always", "slow=20"), {}, 0ns, {}};
    slow.live(20s);
    BOOST_TEST(slow.p.status.phase == "Pending");
    slow.live(21s);
    BOOST_TEST(is_ready(slow.p));

    kubelet_run flap{pod_of("Always", "flap=4"), {}, 0ns, {}};
    for (const auto& [at, ready] : {std::pair{2s, true}, {6s, false}, {10s, true}, {14s, false}}) {
        flap.live(at);
        BOOST_TEST(is_ready(flap.p) == ready);
        BOOST_CHECK(flap.last.again.has_value());
    }
    flap.p.metadata.annotations.clear();
    flap.live(15s);
    BOOST_TEST(is_ready(flap.p));
    BOOST_CHECK(!flap.last.again);
    BOOST_TEST(restarts(flap.p) == 0);
}

BOOST_AUTO_TEST_CASE(an_annotation_makes_a_ready_pod_unready_until_it_is_removed) {
    kubelet_run n{pod_of(), {}, 0ns, {}};
    n.live(2s);
    BOOST_TEST(is_ready(n.p));
    for (int i = 0; i < 2; ++i) {
        n.p.metadata.annotations["setpoint.dev/fail"] = "unready";
        n.reconcile();
        BOOST_TEST(!is_ready(n.p));
        BOOST_TEST(n.p.status.phase == "Running");
        n.p.metadata.annotations.clear();
        n.reconcile();
        BOOST_TEST(is_ready(n.p));
    }
    BOOST_TEST(restarts(n.p) == 0);
}

BOOST_AUTO_TEST_CASE(a_deleted_pod_stops_after_its_delay_and_within_its_grace_period) {
    kubelet_run n{pod_of(), {}, 0ns, {}};
    n.live(1s);
    n.p.metadata.deletion_timestamp = timestamp::parse("2026-01-01T00:00:31Z").value();
    n.p.metadata.deletion_grace_period_seconds = 30;
    n.reconcile();
    BOOST_TEST(!n.last.remove);
    BOOST_CHECK(n.last.again == std::optional<duration>(100ms));
    n.at += 100ms;
    n.reconcile();
    BOOST_TEST(n.last.remove);
    n.p.metadata.deletion_grace_period_seconds = 0;
    n.memory.stopping.reset();
    n.reconcile();
    BOOST_TEST(n.last.remove);
}

BOOST_AUTO_TEST_CASE(a_restarted_kubelet_continues_from_the_status) {
    kubelet_run n{pod_of(), {}, 0ns, {}};
    n.live(1s);
    n.memory = {};
    n.reconcile();
    BOOST_TEST(n.p.status.phase == "Running");
    BOOST_TEST(is_ready(n.p));
    BOOST_TEST(n.memory.ip == "10.244.0.1");
}

BOOST_AUTO_TEST_CASE(a_pod_past_its_deadline_fails) {
    kubelet_run n{pod_of(), {}, 0ns, {}};
    n.p.spec.active_deadline_seconds = 5;
    n.live(4s);
    BOOST_TEST(n.p.status.phase == "Running");
    n.live(6s);
    BOOST_TEST(n.p.status.phase == "Failed");
    BOOST_TEST(n.p.status.reason == "DeadlineExceeded");
}

// Found by a seed: after a restart while the pod was Pending, each reconcile started over.
BOOST_AUTO_TEST_CASE(a_deleted_pending_pod_is_removed_after_a_kubelet_restart) {
    kubelet_run n{pod_of(), {}, {}, {}};
    n.reconcile();
    BOOST_TEST(n.p.status.phase == "Pending");
    n.memory = {};
    n.p.metadata.deletion_timestamp = timestamp::parse("2026-01-01T00:00:30Z").value();
    n.p.metadata.deletion_grace_period_seconds = 30;
    n.live(1s);
    BOOST_TEST(n.last.remove);
}

BOOST_AUTO_TEST_CASE(started_containers_are_reported_one_by_one) {
    kubelet_run n{pod_of(), {}, {}, {}};
    n.reconcile();
    n.at += 200ms;
    n.reconcile();
    std::string events;
    for (const kubelet_event& e : n.last.events) events += e.reason + " " + e.field_path + ", ";
    BOOST_TEST(events ==
               "Pulled spec.containers{c}, Created spec.containers{c}, Started spec.containers{c}, ");
}

BOOST_AUTO_TEST_CASE(ephemeral_containers_run_once_they_are_added) {
    kubelet_run n{pod_of("Never"), {}, {}, {}};
    n.live(1s);
    partial_container debugger;
    debugger.name = "debugger";
    debugger.image = "busybox";
    n.p.spec.ephemeral_containers.push_back(debugger);
    n.reconcile();
    BOOST_REQUIRE(n.p.status.ephemeral_container_statuses.size() == 1u);
    BOOST_CHECK(n.p.status.ephemeral_container_statuses[0].state.running);
    BOOST_TEST(!n.p.status.ephemeral_container_statuses[0].ready.value());
    BOOST_TEST(n.last.events.size() == 3u);
    BOOST_TEST(n.last.events.back().field_path == "spec.ephemeralContainers{debugger}");
    n.reconcile();
    BOOST_TEST(n.last.events.empty());
    n.live(5s);
    BOOST_TEST(n.p.status.phase == "Succeeded");
    BOOST_TEST(n.p.status.ephemeral_container_statuses[0].state.terminated->exit_code.value() == 137);
}

BOOST_AUTO_TEST_CASE(pods_are_bound_to_the_least_loaded_node_that_fits) {
    const std::vector<node_ptr> nodes = {node_of("node-0"), node_of("node-1")};
    BOOST_TEST(choose_node(pod_of(), nodes, {}).node == "node-0");
    BOOST_TEST(choose_node(pod_of(), nodes, {{"node-0", 2}, {"node-1", 1}}).node == "node-1");
    partial_pod chosen = pod_of();
    chosen.spec.node_selector["kubernetes.io/hostname"] = "node-1";
    BOOST_TEST(choose_node(chosen, nodes, {{"node-1", 9}}).node == "node-1");
    chosen.spec.node_selector["kubernetes.io/hostname"] = "node-9";
    const placement none = choose_node(chosen, nodes, {});
    BOOST_TEST(none.node == "");
    BOOST_TEST(none.why.starts_with(
        "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector."));
}

BOOST_AUTO_TEST_CASE(host_ports_conflict_by_port_protocol_and_address) {
    const auto ports = [](std::int32_t port, std::string_view protocol = "TCP", std::string_view ip = "") {
        return std::vector<host_port>{{port, interned_string(protocol), interned_string(ip)}};
    };
    BOOST_TEST(ports_conflict(ports(80), ports(80)));
    BOOST_TEST(!ports_conflict(ports(80), ports(81)));
    BOOST_TEST(!ports_conflict(ports(80), ports(80, "UDP")));
    BOOST_TEST(ports_conflict(ports(80, "TCP", "10.0.0.1"), ports(80)));
    BOOST_TEST(ports_conflict(ports(80, "TCP", "0.0.0.0"), ports(80, "TCP", "10.0.0.1")));
    BOOST_TEST(!ports_conflict(ports(80, "TCP", "10.0.0.2"), ports(80, "TCP", "10.0.0.1")));
    BOOST_TEST(!ports_conflict({}, ports(80)));

    partial_pod p = with_port(8080);
    p.spec.init_containers = {p.spec.containers.front(), p.spec.containers.front()};
    p.spec.init_containers.front().restart_policy = "Always";
    container_port internal;
    internal.container_port = 1;
    p.spec.containers.front().ports.push_back(internal);
    BOOST_TEST(host_ports(p.spec).size() == 2u);  // of the container and the sidecar
}

BOOST_AUTO_TEST_CASE(a_node_has_each_host_port_once) {
    const std::vector<node_ptr> nodes = {node_of("node-0"), node_of("node-1")};
    const partial_pod p = with_port(8080);
    BOOST_TEST(choose_node(p, nodes, {{"node-1", 9}}, {}, {"node-0"}).node == "node-1");
    BOOST_TEST(choose_node(p, nodes, {}, {}, {"node-0", "node-1"}).why ==
               "0/2 nodes are available: 2 node(s) didn't have free ports for the requested pod ports. "
               "preemption: 0/2 nodes are available: 2 No preemption victims found for "
               "incoming pod.");
    partial_pod chosen = p;
    chosen.spec.node_selector["kubernetes.io/hostname"] = "node-1";
    BOOST_TEST(choose_node(chosen, nodes, {}, {}, {"node-1"}).why ==
               "0/2 nodes are available: 1 node(s) didn't have free ports for the requested pod ports, 1 "
               "node(s) didn't match Pod's node affinity/selector. preemption: "
               "0/2 nodes are available: 1 No preemption victims found for incoming pod, 1 Preemption is not "
               "helpful for scheduling.");

    kubelet_run rejected{with_port(8080), {}, 0ns, {}};
    rejected.ports_taken = true;
    rejected.live(1h);
    BOOST_TEST(rejected.p.status.phase == "Failed");
    BOOST_TEST(rejected.p.status.reason == "NodePorts");
    BOOST_TEST(
        rejected.p.status.message ==
        "Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested "
        "pod ports");
    BOOST_TEST(rejected.p.status.pod_ip == "");
    BOOST_TEST(rejected.p.status.container_statuses.empty());
}

BOOST_AUTO_TEST_CASE(taints_and_cordons_keep_pods_away_unless_tolerated) {
    auto n = std::make_shared<partial_node>(*node_of("node-0"));
    taint t;
    t.key = "dedicated";
    t.value = "db";
    t.effect = "NoSchedule";
    n->spec.taints.push_back(t);
    BOOST_TEST(choose_node(pod_of(), {n}, {}).node == "");
    partial_pod p = pod_of();
    toleration x;
    x.key = "dedicated";
    x.op = "Equal";
    x.value = "db";
    p.spec.tolerations.push_back(x);
    BOOST_TEST(choose_node(p, {n}, {}).node == "node-0");
    n->spec.unschedulable = true;
    BOOST_TEST(choose_node(p, {n}, {}).why.find("node(s) were unschedulable") != std::string::npos);
    t.effect = "PreferNoSchedule";
    n->spec = {};
    n->spec.taints.push_back(t);
    BOOST_TEST(choose_node(pod_of(), {n}, {}).node == "node-0");
}

BOOST_AUTO_TEST_SUITE_END()
