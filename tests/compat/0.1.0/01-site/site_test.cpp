// Tests the operator in main.cpp: it becomes ready, repairs deletions, and becomes idle. This test
// includes the single source file of the operator, with main() renamed. From 02 on, the operator is a
// header.
#define main site_main
#include "main.cpp"  // NOLINT(bugprone-suspicious-include)
#undef main

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(example_01_site)

using namespace std::chrono_literals;

namespace {

site a_site(std::int32_t replicas) {
    site s;
    s.metadata.ns = "default";
    s.metadata.name = "home";
    s.spec = {.replicas = replicas, .image = "nginx:1.27"};
    return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_site_gets_its_pods_and_gets_them_back) {
    testing::environment env(add_site_controller);  // an API server, nodes, and this operator
    env.create(a_site(3));
    env.until<site>("home", testing::ready(3));
    env.remove<deployment>("home");
    env.until<site>("home", testing::ready(0));
    env.until<site>("home", testing::ready(3));
}

BOOST_AUTO_TEST_CASE(a_deployment_that_somebody_edits_is_repaired) {
    testing::environment env(add_site_controller);
    env.create(a_site(3));
    env.until<site>("home", testing::ready(3));
    env.patch<deployment>("home", {{"spec", {{"replicas", 1}}}});
    env.until<deployment>("home", [](const deployment& d) { return d.spec.replicas == 3; });
}

BOOST_AUTO_TEST_CASE(steady_state_makes_no_call_and_the_printed_role_is_enough) {
    testing::environment env(add_site_controller);
    env.create(a_site(2));
    env.until<site>("home", testing::has_condition("Available"));
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(the_api_refuses_what_the_description_forbids) {
    testing::environment env(add_site_controller);
    BOOST_CHECK_THROW(env.create(a_site(-1)), testing::failure);
}

BOOST_AUTO_TEST_SUITE_END()
