// The test of docs/testing.md, compiled; page_test.cpp holds the two together.
#include "operators/web_server/reconciler.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using ws = ::web_server::web_server;

BOOST_AUTO_TEST_CASE(a_web_server_gets_its_pods_back_although_an_answer_is_lost) {
    testing::environment env(::web_server::add_web_server_controller);
    env.request_faults().lose_answer_of_nth(verb::create, 1, "deployments");
    ws web;
    web.metadata.name = "web";
    web.metadata.ns = "default";
    web.spec = {.replicas = 3, .image = "nginx:1.23.1"};
    env.create(web);
    env.until<ws>("web", testing::ready(3));
    env.remove<deployment>("web");
    env.until<ws>("web", testing::ready(0));  // its pods go
    env.until<ws>("web", testing::ready(3));
    BOOST_TEST(env.calls_during(std::chrono::hours(1)) == 0u);
    BOOST_TEST(env.not_granted() == "");
}
