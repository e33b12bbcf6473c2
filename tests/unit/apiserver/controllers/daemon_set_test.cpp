// DaemonSets: which nodes get pods, failed pods, and updates.
#include "apiserver/controllers/daemon_set/plan.hpp"
#include "apiserver/controllers/history/revision.hpp"
#include "apiserver/controllers/node/node_affinity.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(daemon_set_test)

namespace {

const wall_time now = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

partial_daemon_set make_set(int_or_string unavailable = 1, int_or_string surge = 0) {
    partial_daemon_set s;
    s.metadata.name = "agent";
    s.metadata.ns = "default";
    s.metadata.uid = "set-uid";
    s.metadata.generation = 3;
    s.spec.update_strategy.type = "RollingUpdate";
    s.spec.update_strategy.rolling_update.emplace();
    s.spec.update_strategy.rolling_update->max_unavailable = unavailable;
    s.spec.update_strategy.rolling_update->max_surge = surge;
    s.spec.pod_template = boost::json::parse(R"({"metadata":{"labels":{"app":"agent"}},"spec":{}})");
    return s;
}

node_ptr node_of(std::string_view name, std::vector<taint> taints = {}) {
    partial_node n;
    n.metadata.name = name;
    n.metadata.labels["kubernetes.io/hostname"] = name;
    n.spec.taints = std::move(taints);
    return std::make_shared<partial_node>(std::move(n));
}
taint taint_of(std::string_view key, std::string_view effect) {
    taint t;
    t.key = key;
    t.effect = effect;
    return t;
}

partial_pod pod_on(std::string_view node, std::string_view hash = "new", bool ready = true) {
    partial_pod p;
    p.metadata.name = "agent-" + std::string(node) + "-" + std::string(hash);
    p.metadata.ns = "default";
    p.metadata.uid = p.metadata.name;
    p.metadata.labels[revision_label] = hash;
    p.spec.node_name = node;
    p.status.phase = "Running";
    if (!ready) return p;
    condition c;
    c.type = "Ready";
    c.status = condition_status::true_;
    c.last_transition_time = timestamp::from(now - 10min);
    p.status.conditions.push_back(c);
    return p;
}
partial_pod deleting(partial_pod p) {
    p.metadata.deletion_timestamp = timestamp::from(now);
    return p;
}

daemon_seen see(std::vector<node_ptr> nodes, const std::vector<partial_pod>& pods, time_point at = {}) {
    daemon_seen seen{std::move(nodes), {}, "new", at, now};
    for (const partial_pod& p : pods) seen.pods.push_back(std::make_shared<partial_pod>(p));
    return seen;
}

// "+a -agent-b-old": creates on a, deletes that pod.
std::string changes(const daemon_plan& plan) {
    std::string all;
    for (const std::string& node : plan.create) all += (all.empty() ? "+" : " +") + node;
    for (const pod_ptr& p : plan.remove) all += (all.empty() ? "-" : " -") + p->metadata.name.str();
    return all;
}
std::string changes_of(const partial_daemon_set& set, std::vector<node_ptr> nodes,
                       const std::vector<partial_pod>& pods) {
    failed_pod_backoff failed;
    return changes(plan_daemon_set(set, see(std::move(nodes), pods), failed));
}

const std::vector<node_ptr> two = {node_of("a"), node_of("b")};

}  // namespace

BOOST_AUTO_TEST_CASE(each_node_that_fits_gets_one_pod) {
    auto set = make_set();
    BOOST_TEST(changes_of(set, two, {}) == "+a +b");
    BOOST_TEST(changes_of(set, two, {pod_on("a")}) == "+b");
    BOOST_TEST(changes_of(set, two, {pod_on("a"), pod_on("b")}) == "");
    BOOST_TEST(changes_of(set, two, {pod_on("a"), deleting(pod_on("b"))}) == "");
    set.spec.pod_template = boost::json::parse(R"({"spec":{"nodeSelector":{"kubernetes.io/hostname":"b"}}})");
    BOOST_TEST(changes_of(set, two, {pod_on("a")}) == "+b -agent-a-new");
    set.spec.pod_template = boost::json::parse(
        R"({"spec":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[
            {"matchExpressions":[{"key":"kubernetes.io/hostname","operator":"NotIn","values":["a"]}]}]}}}}})");
    BOOST_TEST(changes_of(set, two, {}) == "+b");
    set.spec.pod_template = boost::json::parse(R"({"spec":{"nodeName":"a"}})");
    BOOST_TEST(changes_of(set, two, {}) == "+a");
}

BOOST_AUTO_TEST_CASE(pods_tolerate_nodes_with_problems_and_no_other_taints) {
    const auto set = make_set();
    BOOST_TEST(changes_of(set,
                          {node_of("a", {taint_of("node.kubernetes.io/unschedulable", "NoSchedule"),
                                         taint_of("node.kubernetes.io/not-ready", "NoExecute")})},
                          {}) == "+a");
    const auto closed = node_of("a", {taint_of("x", "NoSchedule")});
    BOOST_TEST(changes_of(set, {closed}, {}) == "");
    BOOST_TEST(changes_of(set, {closed}, {pod_on("a")}) == "");
    BOOST_TEST(changes_of(set, {node_of("a", {taint_of("x", "NoExecute")})}, {pod_on("a")}) ==
               "-agent-a-new");
    BOOST_TEST(changes_of(set, {node_of("a", {taint_of("x", "PreferNoSchedule")})}, {}) == "+a");
}

BOOST_AUTO_TEST_CASE(surplus_finished_and_stranded_pods_are_deleted) {
    const auto set = make_set();
    partial_pod older = pod_on("a"), newer = pod_on("a", "newer");
    older.metadata.creation_timestamp = timestamp::from(now - 1h);
    newer.metadata.creation_timestamp = timestamp::from(now);
    BOOST_TEST(changes_of(set, {node_of("a")}, {newer, older}) == "-agent-a-newer");
    partial_pod waiting = pod_on("gone");
    waiting.spec.node_name = "";
    waiting.spec.affinity.emplace();
    waiting.spec.affinity->node.required.emplace();
    node_selector_term term;
    node_selector_requirement field;
    field.key = "metadata.name";
    field.op = "In";
    field.values = {"gone"};
    term.match_fields.push_back(field);
    waiting.spec.affinity->node.required->node_selector_terms.push_back(term);
    BOOST_TEST(target_node(waiting) == "gone");
    BOOST_TEST(changes_of(set, {node_of("a")}, {pod_on("a"), waiting}) == "-agent-gone-new");
    failed_pod_backoff failed;
    partial_pod done = pod_on("a", "new", false);
    done.status.phase = "Succeeded";
    const daemon_plan plan = plan_daemon_set(set, see({node_of("a")}, {done}), failed);
    BOOST_TEST(changes(plan) == "-agent-a-new");
    BOOST_REQUIRE(plan.events.size() == 1u);
    BOOST_TEST(plan.events[0].message ==
               "Found succeeded daemon pod default/agent-a-new on node a, will try to delete it");
}

BOOST_AUTO_TEST_CASE(pods_that_fail_again_are_deleted_ever_later) {
    const auto set = make_set();
    failed_pod_backoff failed;
    partial_pod bad = pod_on("a", "new", false);
    bad.status.phase = "Failed";
    const auto at = [&](duration t) {
        return plan_daemon_set(set, see({node_of("a")}, {bad}, time_point(t)), failed);
    };
    BOOST_TEST(changes(at(100s)) == "-agent-a-new");
    const daemon_plan early = at(100500ms);
    BOOST_TEST(changes(early) == "");
    BOOST_CHECK(early.again == std::optional<duration>(1s));
    BOOST_TEST(changes(at(101s)) == "-agent-a-new");
    BOOST_TEST(changes(at(102s)) == "");
    BOOST_TEST(changes(at(103s)) == "-agent-a-new");
    BOOST_TEST(changes(at(103s + 2h)) == "-agent-a-new");
    BOOST_TEST(changes(at(104s + 2h)) == "-agent-a-new");
}

BOOST_AUTO_TEST_CASE(updates_keep_within_max_unavailable) {
    const std::vector<node_ptr> three = {node_of("a"), node_of("b"), node_of("c")};
    const auto old = [](std::string_view n, bool ready = true) { return pod_on(n, "old", ready); };
    BOOST_TEST(changes_of(make_set(1), three, {old("a"), old("b"), old("c")}) == "-agent-a-old");
    BOOST_TEST(changes_of(make_set("50%"), three, {old("a"), old("b"), old("c")}) ==
               "-agent-a-old -agent-b-old");
    BOOST_TEST(changes_of(make_set(1), three, {pod_on("a", "new", false), old("b"), old("c")}) == "");
    BOOST_TEST(changes_of(make_set(1), three, {pod_on("a"), old("b"), old("c")}) == "-agent-b-old");
    BOOST_TEST(changes_of(make_set(1), three, {old("a"), old("b", false), old("c")}) == "-agent-b-old");
    auto manual = make_set(1);
    manual.spec.update_strategy.type = "OnDelete";
    BOOST_TEST(changes_of(manual, three, {old("a"), old("b"), old("c")}) == "");
}

BOOST_AUTO_TEST_CASE(updates_with_surge_delete_old_pods_once_new_ones_are_available) {
    const auto set = make_set(0, 1);
    const auto old = [](std::string_view n, bool ready = true) { return pod_on(n, "old", ready); };
    BOOST_TEST(changes_of(set, two, {old("a"), old("b")}) == "+a");
    BOOST_TEST(changes_of(set, two, {old("a"), pod_on("a", "new", false), old("b")}) == "");
    BOOST_TEST(changes_of(set, two, {old("a"), pod_on("a"), old("b")}) == "-agent-a-old");
    BOOST_TEST(changes_of(set, two, {old("a", false), old("b")}) == "+a +b");
    BOOST_TEST(changes_of(set, two, {old("a", false), pod_on("a", "new", false), old("b")}) ==
               "-agent-a-old");
}

BOOST_AUTO_TEST_CASE(the_status_counts_nodes) {
    const partial_daemon_set_status s = daemon_status(
        make_set(), see({node_of("a"), node_of("b"), node_of("c", {taint_of("x", "NoSchedule")})},
                        {pod_on("a"), pod_on("b", "old", false), pod_on("c")}));
    BOOST_TEST(s.desired.value() == 2);
    BOOST_TEST(s.current.value() == 2);
    BOOST_TEST(s.misscheduled.value() == 1);
    BOOST_TEST(s.ready.value() == 1);
    BOOST_TEST(s.available.value() == 1);
    BOOST_TEST(s.unavailable.value() == 1);
    BOOST_TEST(s.updated.value() == 1);
    BOOST_TEST(s.observed_generation == 3);
}

BOOST_AUTO_TEST_CASE(templates_are_pinned_to_a_node_and_tolerate_its_problems) {
    auto set = make_set();
    set.metadata.annotations["deprecated.daemonset.template.generation"] = "4";
    const auto t = daemon_template(set, "abc");
    BOOST_TEST(t.at("metadata").at("labels").at("pod-template-generation").as_string() == "4");
    BOOST_TEST(t.at("metadata").at("labels").at("controller-revision-hash").as_string() == "abc");
    BOOST_TEST(t.at("spec").at("tolerations").as_array().size() == 6u);
    set.spec.pod_template.at("spec").as_object()["hostNetwork"] = true;
    BOOST_TEST(daemon_template(set, "abc").at("spec").at("tolerations").as_array().size() == 7u);
    const auto pinned = pinned_to(t, "node-1");
    BOOST_TEST(pinned
                   .at_pointer("/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution/"
                               "nodeSelectorTerms/0/matchFields/0/values/0")
                   .as_string() == "node-1");
}

BOOST_AUTO_TEST_SUITE_END()
