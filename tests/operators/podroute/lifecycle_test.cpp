// The life of a Podroute (S3), and Routes that are not served, or not yet, or no longer.
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(podroute_lifecycle)

using namespace podroute_test;

BOOST_AUTO_TEST_CASE(a_podroute_becomes_a_deployment_a_service_and_a_route_and_its_status_tells_the_host) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        const auto made = (co_await w.client().create(make("web", 3))).value();
        auto live = co_await w.rolled_out("web");
        BOOST_TEST(live->status.replicas == 3);
        BOOST_TEST(live->status.host == "");
        const auto d = (co_await w.client().get<deployment>(key("web-pod-route"))).value();
        const auto s = (co_await w.client().get<service>(key("web-podroute-service"))).value();
        const auto r = (co_await w.client().get<route>(key("web-podroute-route"))).value();
        for (const object_meta* child : {&d->metadata, &s->metadata, &r->metadata}) {
            const owner_reference* owner = controller_of(*child);
            BOOST_REQUIRE(owner);
            BOOST_TEST(owner->uid == made->metadata.uid);
            BOOST_TEST(owner->block_owner_deletion.value_or(false));
        }
        BOOST_TEST(r->spec.to.name == "web-podroute-service");
        co_await w.admit("web-podroute-route", "web.example");
        live = co_await w.async_until<pr>(key("web"), "the host is told",
                                          [](const pr& p) { return p.status.host == "web.example"; });
        BOOST_TEST(reason_of(*live, "RouteAvailable") == "Admitted");
        co_await w.admit("web-podroute-route", "web.example", false);
        live = co_await w.async_until<pr>(key("web"), "refused", [](const pr& p) {
            return p.status.host.empty() && reason_of(p, "RouteAvailable") == "NotAdmitted";
        });
        BOOST_TEST(reason_of(*live, "Degraded") == "AsExpected");
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told({"\"Created\"", "Created Route web-podroute-route"})) == 1);
    });
}

BOOST_AUTO_TEST_CASE(replicas_and_image_reach_the_pods) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 1))).value();
        for (const std::int32_t n : {3, 0, 2}) {
            co_await w.change("web", {{"replicas", n}});
            co_await w.rolled_out("web");
        }
        co_await w.change("web", {{"image", "web:2"}});
        co_await w.rolled_out("web");
        co_await w.async_eventually("the pods have the other image", [&]() -> awaitable<bool> {
            const auto pods = (co_await w.client().list<pod>()).value();
            co_return pods.size() == 2 && std::ranges::all_of(pods, [](const auto& p) {
                return p->spec.containers.at(0).image == "web:2";
            });
        });
    });
}

BOOST_AUTO_TEST_CASE(podroutes_of_one_namespace_do_not_meet_and_deletion_cleans_up) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        for (const char* name : {"a", "b", "my.app"}) {
            (co_await w.client().create(make(name, 1))).value();
            co_await w.rolled_out(name);
        }
        BOOST_TEST(co_await w.children() ==
                   "a-pod-route b-pod-route my-app--910b102e81408c62-pod-route "
                   "a-podroute-service b-podroute-service my-app--910b102e81408c62-podroute-service "
                   "a-podroute-route b-podroute-route my-app--910b102e81408c62-podroute-route");
        for (const char* name : {"a", "my.app"}) (co_await w.client().remove<pr>(key(name))).value();
        co_await w.async_eventually("only b's are left", [&]() -> awaitable<bool> {
            co_return co_await w.children() == "b-pod-route b-podroute-service b-podroute-route";
        });
        co_await w.async_until_idle();
        BOOST_TEST(co_await w.children() == "b-pod-route b-podroute-service b-podroute-route");
    });
}

BOOST_AUTO_TEST_CASE(a_steady_state_makes_no_calls) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        const std::size_t calls = co_await w.async_until_idle();
        co_await w.must("PATCH", "/apis/quay.io/v1alpha1/namespaces/default/podroutes/web",
                        R"({"metadata":{"annotations":{"note":"hello"}}})");
        BOOST_TEST(co_await w.async_until_idle(1min) == calls);
    });
}

BOOST_AUTO_TEST_CASE(without_routes_the_rest_works_and_the_operator_is_ready_and_they_come_by_themselves) {
    operator_world w(false);
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        const auto live = co_await w.async_until<pr>(key("web"), "all but the Route", is_without_routes);
        BOOST_TEST(is_true(live->status.conditions, "Available"));
        BOOST_TEST(reason_of(*live, "Degraded") == "AsExpected");
        BOOST_TEST(w.m.ready());
        BOOST_TEST(co_await w.children() == "web-pod-route web-podroute-service");
        // One look in 30 to 60 s, and nothing else.
        co_await w.event_loop().sleep(5min);
        const auto looks = [&] { return w.requests().count(verb::list, "routes"); };
        const std::size_t before = looks(), writes = w.requests().count(verb::patch);
        co_await w.event_loop().sleep(10min);
        BOOST_TEST(looks() - before <= 21u);
        BOOST_TEST(looks() - before >= 10u);
        BOOST_TEST(w.requests().count(verb::patch) == writes);
        BOOST_TEST((co_await w.told({"\"RouteApiMissing\"", "\"Warning\""})) == 1);
        co_await w.serve_routes();
        co_await w.rolled_out("web");
        BOOST_TEST(co_await w.children() == "web-pod-route web-podroute-service web-podroute-route");
        BOOST_TEST(w.m.ready());
    });
}

BOOST_AUTO_TEST_CASE(routes_that_go_and_come_back_are_noticed_and_the_operator_stays_ready) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        (co_await w.client().create(make("other"))).value();
        co_await w.rolled_out("other");
        co_await w.rolled_out("web");
        for (int times = 0; times < 3; ++times) {
            co_await w.admit("web-podroute-route", "web.example");
            co_await w.async_until<pr>(key("web"), "the host is told",
                                       [](const pr& p) { return p.status.host == "web.example"; });
            co_await w.remove_routes();
            for (const char* name : {"web", "other"}) {
                const auto live = co_await w.async_until<pr>(key(name), "no Routes", is_without_routes);
                BOOST_TEST(live->status.host == "");
                BOOST_TEST(is_true(live->status.conditions, "Available"));
            }
            BOOST_TEST(w.m.ready());
            co_await w.serve_routes();
            co_await w.rolled_out("other");
            co_await w.rolled_out("web");
        }
    });
}

BOOST_AUTO_TEST_CASE(routes_that_may_not_be_listed_are_said_so) {
    operator_world w;
    error denied(errc::forbidden, "listing");
    denied.server_text = "routes is forbidden";
    w.request_faults().fail_each(verb::list, denied, "routes");
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        const auto live = co_await w.async_until<pr>(key("web"), "said", [](const pr& p) {
            return is_rolled_out(p) && reason_of(p, "RouteAvailable") == "RouteApiForbidden";
        });
        BOOST_TEST(find_condition(live->status.conditions, "RouteAvailable")->message ==
                   "Routes may not be listed: routes is forbidden");
        w.request_faults().clear();
        co_await w.rolled_out("web");
    });
}

BOOST_AUTO_TEST_CASE(an_operator_that_stops_while_routes_are_watched_or_missing_ends_well) {
    for (const bool with_routes : {true, false}) {
        operator_world w(with_routes);
        w.run([&]() -> awaitable<void> {
            (co_await w.client().create(make("web"))).value();
            co_await w.async_until<pr>(key("web"), "rolled out", is_rolled_out);
            const duration took = co_await w.async_stopped(w.m);
            BOOST_TEST((took < 5s));
        });
    }
}

BOOST_AUTO_TEST_CASE(the_role_allows_what_is_asked_and_no_more) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        co_await w.async_until_idle();
        const auto d = w.requests().compare(w.m.roles({}));
        BOOST_TEST(d.not_granted.empty(), d.text());
    });
}

BOOST_AUTO_TEST_SUITE_END()
