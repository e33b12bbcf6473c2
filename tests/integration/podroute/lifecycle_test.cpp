// The life of a Podroute (S3) on a control plane, real or embedded, with Routes from a
// CustomResourceDefinition: there, not yet there, no longer there.
#include "fixture.hpp"

using namespace podroute_test;

BOOST_AUTO_TEST_SUITE(podroute_live,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

namespace {

constexpr const char* all_of_web = "web-pod-route web-podroute-service web-podroute-route";

awaitable<bool> no_pods(operator_world& w) {
    list_options here;
    here.ns = w.ns;
    const auto pods = (co_await w.api.list<pod>(here)).value();
    const bool none = pods.empty();
    co_return none;
}

awaitable<void> until_all_run(operator_world& w, std::size_t count, std::string image) {
    list_options here;
    here.ns = w.ns;
    for (;;) {
        const auto pods = (co_await w.api.list<pod>(here)).value();
        if (pods.size() == count && std::ranges::all_of(pods, [&](const auto& p) {
                return is_ready(*p) && p->spec.containers.at(0).image == image;
            }))
            co_return;
        co_await w.l.sleep(50ms);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(create_admit_scale_image_and_the_end) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        const auto made = (co_await w.api.create(w.make("web", 3))).value();
        auto live = co_await w.rolled_out("web");
        BOOST_TEST(is_true(live->status.conditions, "Available"));
        BOOST_TEST(co_await w.children() == all_of_web);
        const auto d = co_await w.child<deployment>("web-pod-route");
        const auto s = co_await w.child<service>("web-podroute-service");
        const auto r = co_await w.child<route>("web-podroute-route");
        for (const object_meta* child : {&d->metadata, &s->metadata, &r->metadata}) {
            const owner_reference* owner = controller_of(*child);
            BOOST_REQUIRE(owner);
            BOOST_TEST(owner->uid == made->metadata.uid);
            BOOST_TEST(owner->block_owner_deletion.value_or(false));
        }
        BOOST_TEST(d->spec.pod_template.spec.containers.at(0).image_pull_policy == "Always");
        BOOST_TEST((s->spec.ports.at(0).port == 8080 && s->spec.ports[0].target_port == int_or_string(8080)));
        BOOST_TEST(r->spec.to.name == "web-podroute-service");
        BOOST_TEST((r->spec.port.value().target_port == int_or_string(8080)));

        co_await w.admit("web-podroute-route", "web.example");
        co_await w.until<pr>(w.key("web"), "the host is told", [](const pr& p) {
            return p.status.host == "web.example" && is_true(p.status.conditions, "RouteAvailable");
        });
        co_await w.admit("web-podroute-route", "web.example", false);
        co_await w.until<pr>(w.key("web"), "refused", [](const pr& p) {
            return p.status.host.empty() && reason_of(p, "RouteAvailable") == "NotAdmitted";
        });
        co_await w.admit("web-podroute-route", "web.example");

        (co_await w.api.set_replicas<pr>(w.key("web"), 4)).value();  // as kubectl scale does
        co_await w.rolled_out("web");
        for (const std::int32_t n : {0, 2}) {
            co_await w.change("web", {{"replicas", n}});
            co_await w.rolled_out("web");
        }
        co_await w.change("web", {{"image", "web:2"}});
        co_await until_all_run(w, 2, "web:2");
        live = co_await w.rolled_out("web");
        BOOST_TEST(live->status.host == "web.example");

        const std::size_t calls = co_await w.settle(2s);
        co_await w.edit<pr>("web", {{"metadata", {{"annotations", {{"note", "hello"}}}}}});
        BOOST_TEST(co_await w.settle(2s) == calls);

        (co_await w.api.remove<pr>(w.key("web"))).value();
        co_await w.until_children_are("");
        while (!co_await no_pods(w)) co_await w.l.sleep(50ms);
        BOOST_TEST(w.logged({"ERROR"}) == 0, w.log_text.str());
    });
}

BOOST_AUTO_TEST_CASE(what_the_schema_forbids_is_refused) {
    operator_world w(shared_plane());
    w.run([&]() -> awaitable<void> {
        for (const pr& wrong : {w.make("negative", -1), w.make("many", 10001), w.make("nothing", 1, ""),
                                w.make("space", 1, "we b")}) {
            const auto refused = co_await w.api.create(wrong);
            BOOST_REQUIRE(!refused);
            BOOST_CHECK(refused.error().code == errc::invalid);
        }
    });
}

BOOST_AUTO_TEST_CASE(two_podroutes_of_one_namespace_do_not_meet) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        // One is what the other's name begins with, and the third cannot be part of a Service's name.
        for (const char* name : {"a", "a-b", "1.a"}) (co_await w.api.create(w.make(name, 1))).value();
        for (const char* name : {"a", "a-b", "1.a"}) co_await w.rolled_out(name);
        const std::string hashed = ::podroute::stem_of("1.a");
        co_await w.until_children_are("a-b-pod-route a-pod-route " + hashed + "-pod-route " +
                                      "a-b-podroute-service a-podroute-service " + hashed +
                                      "-podroute-service " + "a-b-podroute-route a-podroute-route " + hashed +
                                      "-podroute-route");
        co_await w.admit("a-podroute-route", "a.example");
        co_await w.admit("a-b-podroute-route", "b.example");
        for (const auto& [name, host] : {std::pair{"a", "a.example"}, std::pair{"a-b", "b.example"}})
            co_await w.until<pr>(w.key(name), "its own host",
                                 [&](const pr& p) { return p.status.host == host; });
        const auto kept = co_await w.child<deployment>("a-pod-route");
        for (const char* name : {"a-b", "1.a"}) (co_await w.api.remove<pr>(w.key(name))).value();
        co_await w.until_children_are("a-pod-route a-podroute-service a-podroute-route");
        co_await w.settle();
        BOOST_TEST(co_await w.children() == "a-pod-route a-podroute-service a-podroute-route");
        BOOST_TEST((co_await w.child<deployment>("a-pod-route"))->metadata.uid == kept->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(routes_that_are_not_served_yet_are_made_as_soon_as_they_are) {
    operator_world w(shared_plane(), false);
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        const auto live = co_await w.until<pr>(w.key("web"), "all but the Route", is_without_routes);
        BOOST_TEST(is_true(live->status.conditions, "Available"));
        BOOST_TEST(co_await w.children() == "web-pod-route web-podroute-service");
        BOOST_TEST(w.m.ready());
        BOOST_TEST(w.called(verb::patch, "routes") == 0u);
        co_await w.serve_routes();
        co_await w.rolled_out("web");
        BOOST_TEST(co_await w.children() == all_of_web);
        co_await w.admit("web-podroute-route", "web.example");
        co_await w.until<pr>(w.key("web"), "RouteAvailable is True", [](const pr& p) {
            return p.status.host == "web.example" && is_true(p.status.conditions, "RouteAvailable");
        });
        BOOST_TEST(w.m.ready());
        for (;;) {
            const std::string told = co_await w.events();
            if (told.find("Normal Created Created Route web-podroute-route\n") != std::string::npos) {
                BOOST_TEST(told.find("Warning RouteApiMissing") != std::string::npos, told);
                break;
            }
            co_await w.l.sleep(50ms);
        }
    });
}

BOOST_AUTO_TEST_CASE(routes_that_are_no_longer_served_take_nothing_else_with_them) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web"))).value();
        co_await w.rolled_out("web");
        co_await w.admit("web-podroute-route", "web.example");
        co_await w.until<pr>(w.key("web"), "the host is told",
                             [](const pr& p) { return p.status.host == "web.example"; });
        const auto d = co_await w.child<deployment>("web-pod-route");
        co_await w.remove_routes();
        const auto live = co_await w.until<pr>(w.key("web"), "no Routes", is_without_routes);
        BOOST_TEST(is_true(live->status.conditions, "Available"));
        BOOST_TEST(w.m.ready());
        BOOST_TEST((co_await w.child<deployment>("web-pod-route"))->metadata.uid == d->metadata.uid);
        co_await w.serve_routes();
        co_await w.rolled_out("web");
        BOOST_TEST(co_await w.children() == all_of_web);
        BOOST_TEST(w.m.ready());
    });
}

BOOST_AUTO_TEST_SUITE_END()
