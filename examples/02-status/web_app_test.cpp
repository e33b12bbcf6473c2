// Two levels of tests: unit tests of the plan with plain values, and the operator in a cluster.
#include "web_app.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(example_02_status)

using namespace web_apps;
using namespace std::chrono_literals;

namespace {

web_app an_app(std::int32_t replicas) {
    web_app a;
    a.metadata.ns = "default";
    a.metadata.name = "shop";
    a.spec = {.replicas = replicas, .image = "shop:1"};
    return a;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_plan_needs_no_cluster) {
    const web_app self = an_app(3);
    deployment live = desired_deployment(self);
    live.status.replicas = 3;
    live.status.ready_replicas = 2;
    child<deployment> pods{};
    pods.object = std::make_shared<deployment>(live);
    const web_app_status s = desired_status(self, pods, wall_time{});
    BOOST_TEST(s.ready_replicas == 2);
    const condition* const available = find_condition(s.conditions, "Available");
    BOOST_REQUIRE(available);
    BOOST_TEST(to_string(available->status) == "False");
    BOOST_TEST(available->message == "2 of 3 pods are ready.");
}

BOOST_AUTO_TEST_CASE(the_status_follows_the_pods) {
    testing::environment env(add_web_app_controller);
    env.create(an_app(2));
    const auto app = env.until<web_app>("shop", testing::has_condition("Available"));
    BOOST_TEST(app->status.observed_generation == 1);
    env.patch<web_app>("shop", {{"spec", {{"replicas", 0}}}});
    const auto stopped =
        env.until<web_app>("shop", testing::has_condition("Available", condition_status::false_));
    BOOST_TEST(find_condition(stopped->status.conditions, "Available")->reason == "ScaledToZero");
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(a_deployment_of_somebody_else_is_left_alone_and_reported) {
    testing::environment env(add_web_app_controller);
    deployment theirs = desired_deployment(an_app(1));
    theirs.spec.pod_template.spec.containers.front().image = "theirs:1";
    env.create(theirs);
    env.create(an_app(3));
    env.until<web_app>("shop", testing::has_condition("Degraded"));
    BOOST_TEST(env.find<deployment>("shop")->spec.pod_template.spec.containers.front().image == "theirs:1");
    env.remove<deployment>("shop");
    env.until<web_app>("shop", testing::ready(3));
    env.until<web_app>("shop", testing::has_condition("Degraded", condition_status::false_));
}

BOOST_AUTO_TEST_CASE(kubectl_gets_its_columns) {
    testing::environment env(add_web_app_controller);
    const std::string crd = boost::json::serialize(env.operator_manager().crds().front());
    for (const char* column : {"Ready", "Available", "Image", "Age"})
        BOOST_TEST(crd.find("\"name\":\"" + std::string(column) + "\"") != std::string::npos, column);
}

BOOST_AUTO_TEST_SUITE_END()
