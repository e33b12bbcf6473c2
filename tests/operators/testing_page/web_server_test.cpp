// The test of docs/testing.md, compiled; page_test.cpp holds the two together.
#include "operators/web_server/reconciler.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/api/apps_v1.hpp>
#include <setpoint/testing/environment.hpp>

using namespace setpoint;
using ws = ::web_server::web_server;

BOOST_AUTO_TEST_CASE(a_web_server_gets_its_pods_back_although_an_answer_is_lost) {
    testing::environment env;
    env.install<ws>();
    env.calls().lose_answer_of_nth(verb::patch, 1, "deployments");
    manager& m = env.start(::web_server::add_web_server_controller);
    env.run([&]() -> awaitable<void> {
        ws web;
        web.metadata.name = "web";
        web.metadata.ns = "default";
        web.spec = {.replicas = 3, .image = "nginx:1.23.1"};
        (co_await env.client().create(web)).value();
        const auto ready = [](const ws& w) { return w.status.ready_replicas == 3; };
        co_await env.until<ws>({"default", "web"}, "3 ready pods", ready);
        (co_await env.client().remove<deployment>({"default", "web"})).value();
        co_await env.until<ws>({"default", "web"}, "pods go", std::not_fn(ready));
        co_await env.until<ws>({"default", "web"}, "3 ready pods again", ready);
        const std::size_t calls = co_await env.settled();
        co_await env.owner().sleep(std::chrono::hours(1));  // of cluster time
        BOOST_TEST(co_await env.settled() == calls);
    });
    BOOST_TEST(env.requests().compare(m.roles({})).not_granted.empty());
}
