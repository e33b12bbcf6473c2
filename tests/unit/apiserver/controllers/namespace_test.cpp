// The status of a terminating namespace.
#include "apiserver/controllers/namespace/plan.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(namespace_test)

namespace {

const timestamp then = timestamp::parse("2026-01-01T00:00:00Z").value();
const wall_time now = then.to_wall_time() + 5s;

}  // namespace

BOOST_AUTO_TEST_CASE(all_five_conditions_are_false_without_problems) {
    const auto c = namespace_conditions({}, {}, now);
    BOOST_REQUIRE(c.size() == 5u);
    for (const condition& x : c) BOOST_CHECK(x.status == condition_status::false_);
    BOOST_TEST(find_condition(c, "NamespaceContentRemaining")->reason == "ContentRemoved");
    BOOST_TEST(find_condition(c, "NamespaceDeletionContentFailure")->message ==
               "All content successfully deleted, may be waiting on finalization");
}

BOOST_AUTO_TEST_CASE(remaining_objects_are_reported_by_resource_and_finalizer) {
    namespace_remains left;
    graph_resource maps, sets;
    maps.gvr = {"", "v1", "configmaps"};
    sets.gvr = {"apps", "v1", "replicasets"};
    object_meta held;
    held.finalizers.push_back("example.com/a");
    add_remaining(left, maps, held);
    add_remaining(left, maps, held);
    add_remaining(left, sets, {});
    const auto c = namespace_conditions({}, left, now);
    BOOST_TEST(
        find_condition(c, "NamespaceContentRemaining")->message ==
        "Some resources are remaining: configmaps. has 2 resource instances, replicasets.apps has 1 resource "
        "instances");
    BOOST_TEST(
        find_condition(c, "NamespaceFinalizersRemaining")->message ==
        "Some content in the namespace has finalizers remaining: example.com/a in 2 resource instances");
    BOOST_TEST(find_condition(c, "NamespaceFinalizersRemaining")->reason == "SomeFinalizersRemain");
}

BOOST_AUTO_TEST_CASE(conditions_cover_only_pods_while_pods_remain) {
    namespace_remains left;
    left.pods_first = true;
    graph_resource pods;
    pods.gvr = {"", "v1", "pods"};
    add_remaining(left, pods, {});
    BOOST_TEST(find_condition(namespace_conditions({}, left, now), "NamespaceContentRemaining")->reason ==
               "ContentRemoved");
}

BOOST_AUTO_TEST_CASE(transition_times_change_only_with_the_status) {
    const auto first = namespace_conditions({}, {}, then.to_wall_time());
    namespace_remains left;
    left.failures.push_back("no");
    const auto second = namespace_conditions(first, left, now);
    BOOST_CHECK(find_condition(second, "NamespaceContentRemaining")->last_transition_time == then);
    const condition* failure = find_condition(second, "NamespaceDeletionContentFailure");
    BOOST_TEST(failure->message == "Failed to delete all resource types, 1 remaining: no");
    BOOST_CHECK(failure->last_transition_time == timestamp::from(now));
}

BOOST_AUTO_TEST_CASE(the_estimate_is_the_longest_grace_period_of_running_pods) {
    graph_object slow, ended;
    slow.grace = 30;
    ended.grace = 100;
    ended.phase = "Failed";
    BOOST_TEST(pod_estimate({slow, ended}, then, now) == 30);
    BOOST_TEST(pod_estimate({slow, ended}, then, then.to_wall_time() + 31s) == 0);
    BOOST_TEST(pod_estimate({}, then, now) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
