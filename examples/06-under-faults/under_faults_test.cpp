// The operator of 02-status under faults: refused calls, lost responses and silent watches, in different
// orders of events. Whatever happens, the cluster ends in the state that the WebApp specifies, with one
// Deployment, and the operator becomes idle.
#include "../02-status/web_app.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(example_06_under_faults)

using namespace web_apps;
using testing::network_fault;
using namespace std::chrono_literals;

namespace {

// The scenario of each test: a WebApp is created and scaled, then its Deployment is deleted by hand.
// Throws if a state is not reached in time.
void live_through(testing::environment& env) {
    web_app app;
    app.metadata.ns = "default";
    app.metadata.name = "shop";
    app.spec = {.replicas = 2, .image = "shop:1"};
    env.create(app);
    env.until<web_app>("shop", testing::ready(2), 10min);
    env.patch<web_app>("shop", {{"spec", {{"replicas", 3}}}});
    env.until<web_app>("shop", testing::ready(3), 10min);
    env.remove<deployment>("shop");
    env.until<web_app>("shop", testing::ready(0), 10min);
    env.until<web_app>("shop", testing::ready(3), 10min);
}

// Checks that an hour passes without a call, and that no more Deployments were created than the scenario
// needs.
void check_end(testing::environment& env) {
    BOOST_TEST(env.calls_during(1h) == 0u);
    const auto& made = env.network_faults().created();
    const auto deployments = made.find("/apis/apps/v1/namespaces/default/deployments/shop");
    BOOST_REQUIRE(deployments != made.end());
    BOOST_TEST(deployments->second == 2);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_seed_ends_the_same) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            testing::environment env(add_web_app_controller, {.seed = seed});
            live_through(env);
            check_end(env);
        }
    }
}

BOOST_AUTO_TEST_CASE(one_seed_gives_one_run) {
    const auto trace = [] {
        testing::environment env(add_web_app_controller, {.seed = 7});
        live_through(env);
        return env.trace();
    };
    BOOST_TEST((trace() == trace()));
}

// Faults of calls: what the client returns.
BOOST_AUTO_TEST_CASE(calls_may_fail_and_answers_may_be_lost) {
    testing::environment env(add_web_app_controller);
    env.request_faults().lose_answer_of_nth(verb::create, 1, "deployments");  // the server creates it
    env.request_faults().fail_nth(verb::patch, 1, error(errc::conflict, "planned"), "webapps");
    env.request_faults().fail_nth(verb::patch, 1, error(errc::server_error, "planned"), "deployments");
    env.request_faults().delay_nth(verb::patch, 2, 20s, "webapps");
    live_through(env);
    check_end(env);
    BOOST_TEST(env.request_faults().pending().empty());
}

// Faults of the network, below the client: each kind at each of the first writes.
BOOST_AUTO_TEST_CASE(each_of_the_first_writes_may_meet_each_fault) {
    const std::pair<const char*, network_fault> faults[] = {
        {"lost request", network_fault::lost_request()},
        {"lost answer", network_fault::lost_answer()},
        {"unreachable", network_fault::unreachable()},
        {"overloaded", network_fault::answer(429, "TooManyRequests", 1)},
        {"broken", network_fault::answer(500, "InternalError")},
        {"cut answer", network_fault::cut(20)},
    };
    for (const auto& [name, fault] : faults)
        for (const int nth : {1, 2})
            for (const auto& [op, resource] :
                 {std::pair(verb::create, "deployments"), std::pair(verb::patch, "webapps")})
                BOOST_TEST_CONTEXT(name << " at write " << nth << " of " << resource) {
                    testing::environment env(add_web_app_controller);
                    env.network_faults().nth(op, nth, fault, resource);
                    live_through(env);
                    check_end(env);
                    BOOST_TEST(env.network_faults().pending().empty());
                }
}

// A stale cache must not make the operator do things twice.
BOOST_AUTO_TEST_CASE(watches_may_go_silent) {
    testing::environment env(add_web_app_controller);
    web_app app;
    app.metadata.ns = "default";
    app.metadata.name = "shop";
    app.spec = {.replicas = 2, .image = "shop:1"};
    env.network_faults().hold_watches("deployments");
    env.create(app);
    env.until<deployment>("shop", [](const deployment& d) { return d.spec.replicas == 2; });
    env.advance(30s);
    env.network_faults().release_watches();
    env.until<web_app>("shop", testing::ready(2));
    env.network_faults().cut_watches();
    env.patch<web_app>("shop", {{"spec", {{"replicas", 3}}}});
    env.until<web_app>("shop", testing::ready(3), 10min);
    BOOST_TEST(env.network_faults().created().at("/apis/apps/v1/namespaces/default/deployments/shop") == 1);
}

BOOST_AUTO_TEST_SUITE_END()
