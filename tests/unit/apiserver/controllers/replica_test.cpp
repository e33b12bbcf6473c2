// Pods of replica sets: deletion order, status, adoption.
#include "apiserver/controllers/pod/control.hpp"
#include "apiserver/controllers/replica_set/plan.hpp"
#include "setpoint/api/apps_v1.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(replica_test)

namespace {

const wall_time now = timestamp::parse("2026-01-01T01:00:00Z").value().to_wall_time();

struct pod_maker {
    partial_pod p;
    explicit pod_maker(std::string_view name) {
        p.metadata.name = name;
        p.metadata.ns = "default";
        p.metadata.uid = std::string(name) + "-uid";
        p.metadata.creation_timestamp = timestamp::parse("2026-01-01T00:00:00Z").value();
        p.metadata.labels["app"] = "web";
        p.spec.node_name = "node-0";
        p.status.phase = "Running";
    }
    pod_maker& ready(duration ago) {
        condition c;
        c.type = "Ready";
        c.status = condition_status::true_;
        c.last_transition_time = timestamp::from(now - ago);
        p.status.conditions.push_back(c);
        return *this;
    }
    pod_ptr done() const { return std::make_shared<partial_pod>(p); }
};

std::vector<std::string> names(const std::vector<pod_ptr>& pods) {
    std::vector<std::string> out;
    for (const pod_ptr& p : pods) out.push_back(p->metadata.name.str());
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(pods_are_deleted_in_the_order_of_the_real_controller) {
    pod_maker unassigned("unassigned"), pending("pending"), unready("unready"), cheap("cheap"),
        fresh("fresh"), old("old");
    unassigned.p.spec.node_name = "";
    unassigned.p.status.phase = "Pending";
    pending.p.status.phase = "Pending";
    cheap.ready(50min).p.metadata.annotations["controller.kubernetes.io/pod-deletion-cost"] = "-5";
    fresh.ready(1min);
    old.ready(50min);
    const std::vector<pod_ptr> all = {old.done(),     fresh.done(),   cheap.done(),
                                      unready.done(), pending.done(), unassigned.done()};
    BOOST_TEST(names(choose_pods_to_delete(all, {}, 5, now)) ==
                   (std::vector<std::string>{"unassigned", "pending", "unready", "cheap", "fresh"}),
               boost::test_tools::per_element());
    BOOST_TEST(choose_pods_to_delete(all, {}, 6, now).size() == 6u);
}

BOOST_AUTO_TEST_CASE(pods_on_crowded_nodes_are_deleted_first) {
    pod_maker crowded("crowded"), alone("alone"), neighbour("neighbour");
    crowded.ready(10min);
    alone.ready(1min).p.spec.node_name = "node-1";
    neighbour.ready(10min);
    BOOST_TEST(names(choose_pods_to_delete({alone.done(), crowded.done()},
                                           {crowded.done(), alone.done(), neighbour.done()}, 1, now)) ==
                   std::vector<std::string>{"crowded"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(missing_pods_are_created_and_surplus_ones_deleted_except_for_a_deleted_set) {
    replica_goal goal;
    goal.replicas = 3;
    BOOST_TEST(plan_replicas(goal, {pod_maker("a").done()}, {}, now).create == 2);
    goal.replicas = 0;
    BOOST_TEST(plan_replicas(goal, {pod_maker("a").done()}, {}, now).remove.size() == 1u);
    goal.deleting = true;
    BOOST_TEST(plan_replicas(goal, {pod_maker("a").done()}, {}, now).remove.empty());
    goal.deleting = false;
    goal.replicas = 10'000;
    BOOST_TEST(plan_replicas(goal, {}, {}, now).create == 500);
}

BOOST_AUTO_TEST_CASE(the_status_counts_what_is_ready_available_and_terminating) {
    replica_goal goal;
    goal.replicas = 3;
    goal.min_ready_seconds = 30;
    goal.generation = 7;
    goal.template_labels["app"] = "web";
    pod_maker fresh("fresh"), old("old"), going("going"), other("other");
    fresh.ready(10s);
    old.ready(10min);
    going.p.metadata.deletion_timestamp = timestamp::from(now);
    other.p.metadata.labels["app"] = "x";
    const auto pods = std::vector<pod_ptr>{fresh.done(), old.done(), going.done(), other.done()};
    const partial_replica_status s = replica_status(goal, {}, pods, "", now);
    BOOST_TEST(s.replicas.value() == 3);
    BOOST_TEST(s.ready_replicas.value() == 2);
    BOOST_TEST(s.available_replicas.value() == 1);
    BOOST_TEST(s.fully_labeled_replicas.value() == 2);
    BOOST_TEST(s.terminating_replicas.value() == 1);
    BOOST_TEST(s.observed_generation == 7);
    BOOST_CHECK(next_available(goal, pods, now) == std::optional<duration>(20s));
}

BOOST_AUTO_TEST_CASE(a_failure_is_a_condition_until_it_is_resolved) {
    replica_goal goal;
    goal.replicas = 2;
    const partial_replica_status bad = replica_status(goal, {}, {}, "quota", now);
    const workload_condition* c = find_condition(bad.conditions, "ReplicaFailure");
    BOOST_REQUIRE(c);
    BOOST_TEST(c->reason == "FailedCreate");
    BOOST_TEST(c->message == "quota");
    BOOST_TEST(replica_status(goal, bad, {}, "", now).conditions.empty());
}

BOOST_AUTO_TEST_CASE(matching_orphans_are_adopted_others_released) {
    object_meta meta;
    meta.name = "web";
    meta.ns = "default";
    meta.uid = "set-uid";
    pod_owner owner;
    owner.kind = &kind_of<replica_set>();
    owner.meta = &meta;
    owner.matches = selector::parse("app=web").value();
    pod_maker orphan("orphan"), mine("mine"), lost("lost"), foreign("foreign"), finished("finished"),
        done("done"), stopping("stopping");
    mine.p.metadata.owner_references.push_back(make_controller_reference(owner.kind->gvk, meta));
    lost.p.metadata.owner_references = mine.p.metadata.owner_references;
    lost.p.metadata.labels.clear();
    foreign.p.metadata.owner_references = mine.p.metadata.owner_references;
    foreign.p.metadata.owner_references[0].uid = "other-uid";
    finished.p.status.phase = "Failed";
    done.p = stopping.p = lost.p;
    done.p.status.phase = "Succeeded";
    stopping.p.metadata.deletion_timestamp = timestamp::from(now);
    const claim_plan plan = plan_claims(owner, {orphan.done(), mine.done(), lost.done(), foreign.done(),
                                                finished.done(), done.done(), stopping.done()});
    BOOST_TEST(names(plan.owned) == (std::vector<std::string>{"orphan", "mine"}),
               boost::test_tools::per_element());
    BOOST_TEST(names(plan.adopt) == std::vector<std::string>{"orphan"}, boost::test_tools::per_element());
    BOOST_TEST(names(plan.release) == std::vector<std::string>{"lost"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_pod_is_made_from_the_template_and_named_after_its_owner) {
    object_meta meta;
    meta.name = std::string(60, 'x');
    meta.ns = "default";
    meta.uid = "set-uid";
    pod_owner owner;
    owner.kind = &kind_of<replica_set>();
    owner.meta = &meta;
    owner.finalizer = "example.com/f";
    owner.pod_template =
        boost::json::parse(R"({"metadata":{"labels":{"app":"web"}},"spec":{"containers":[{"name":"c"}]}})");
    const boost::json::object pod = pod_from_template(owner);
    BOOST_TEST(pod.at("metadata").at("generateName").as_string() == std::string(58, 'x'));
    BOOST_TEST(pod.at("metadata").at("ownerReferences").at(0).at("controller").as_bool());
    BOOST_TEST(pod.at("metadata").at("finalizers").at(0).as_string() == "example.com/f");
    BOOST_TEST(boost::json::serialize(pod.at("spec")) == R"({"containers":[{"name":"c"}]})");
}

BOOST_AUTO_TEST_SUITE_END()
