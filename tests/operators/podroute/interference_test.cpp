// What others do to a Podroute and its children, and what comes of it.
#include "setpoint/api/core_v1/config_map.hpp"
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(podroute_interference)

using namespace podroute_test;

namespace {

const std::string deployments = "/apis/apps/v1/namespaces/default/deployments/web-pod-route",
                  services = "/api/v1/namespaces/default/services/web-podroute-service",
                  routes = "/apis/route.openshift.io/v1/namespaces/default/routes/web-podroute-route";

bool is_not_ours(const pr& p) {
    return reason_of(p, "Degraded") == "NotOurs";
}
std::string message_of(const pr& p, std::string_view type) {
    return find_condition(p.status.conditions, type)->message.str();
}

template <class T>
awaitable<std::string> uid_of(operator_world& w, std::string name) {
    const auto live = co_await w.client().get<T>(key(std::move(name)));
    co_return live.value()->metadata.uid.str();
}

template <class T>
awaitable<void> deleted_by_hand(operator_world& w, std::string name) {
    const std::string uid = co_await uid_of<T>(w, name);
    const auto removed = co_await w.client().remove<T>(key(name));
    removed.value();
    co_await w.async_until<T>(key(name), name + " is there again",
                              [&](const T& x) { return x.metadata.uid != uid && !is_deleting(x.metadata); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_child_that_is_deleted_comes_back) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        co_await deleted_by_hand<deployment>(w, "web-pod-route");
        co_await deleted_by_hand<service>(w, "web-podroute-service");
        co_await deleted_by_hand<route>(w, "web-podroute-route");
        co_await w.rolled_out("web");
    });
}

BOOST_AUTO_TEST_CASE(what_is_edited_is_put_back_and_what_others_add_stays) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        co_await w.must("PATCH", deployments,
                        R"({"spec":{"replicas":7},"metadata":{"annotations":{"team":"blue"}}})");
        co_await w.must("PATCH", services,
                        R"({"spec":{"sessionAffinity":"ClientIP","ports":[{"name":"extra","port":80}]}})");
        co_await w.must("PATCH", routes,
                        R"({"metadata":{"labels":null},"spec":{"host":"my.example","to":{"name":"other"}}})");
        const auto d =
            co_await w.async_until<deployment>(key("web-pod-route"), "replicas are back",
                                               [](const deployment& x) { return x.spec.replicas == 2; });
        BOOST_TEST(d->metadata.annotations.at("team") == "blue");
        const auto s = co_await w.async_until<service>(
            key("web-podroute-service"), "the port is back",
            [](const service& x) { return x.spec.ports.size() == 1 && x.spec.ports[0].port == 8080; });
        const auto r = co_await w.async_until<route>(
            key("web-podroute-route"), "the target is back", [](const route& x) {
                return x.spec.to.name == "web-podroute-service" && x.metadata.labels.size() == 3;
            });
        BOOST_TEST(r->spec.host == "my.example");
        co_await w.async_until_idle();
        BOOST_TEST((co_await w.told({"\"Updated\"", "Route web-podroute-route: "})) == 1);
        BOOST_TEST((co_await w.told({"metadata.labels set to ", "; spec.to.name from "})) == 1);
        BOOST_TEST(w.log().find("Route spec.to.name change") != std::string::npos, w.log());
    });
}

// Beside a port of ours that has another number by now, an apply alone would put one of the same name.
BOOST_AUTO_TEST_CASE(ports_whose_numbers_are_edited_are_put_back_in_a_few_writes) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        co_await w.async_until_idle();
        const auto before = (co_await w.client().get<service>(key("web-podroute-service"))).value();
        const std::pair<const std::string*, const char*> ports[] = {
            {&services, "/spec/ports/0/port"},
            {&deployments, "/spec/template/spec/containers/0/ports/0/containerPort"}};
        for (const auto& [child, path] : ports) {
            const char* const kind = child == &services ? "services" : "deployments";
            const std::size_t writes = w.requests().count(verb::patch, kind);
            co_await w.must("PATCH", *child,
                            fmt::format(R"([{{"op":"replace","path":"{}","value":81}}])", path),
                            "application/json-patch+json");
            co_await w.async_until_idle();
            // Apply, which is refused; merge patch; its traces removed, again if the Deployment controller
            // writes at the same time; apply.
            BOOST_TEST(w.requests().count(verb::patch, kind) - writes >= 4u, kind);
            BOOST_TEST(w.requests().count(verb::patch, kind) - writes <= 6u, kind);
            co_await w.rolled_out("web");
        }
        const auto s = (co_await w.client().get<service>(key("web-podroute-service"))).value();
        BOOST_TEST(s->spec.ports.size() == 1u);
        BOOST_TEST(s->spec.ports.at(0).port.value() == 8080);
        BOOST_TEST(s->spec.cluster_ip == before->spec.cluster_ip);
        const auto d = (co_await w.client().get<deployment>(key("web-pod-route"))).value();
        const auto& of_pods = d->spec.pod_template.spec.containers.at(0).ports;
        BOOST_TEST((of_pods.size() == 1 && of_pods[0].container_port == 8080));
        BOOST_TEST((co_await w.told({"\"Rejected\""})) == 0);
    });
}

BOOST_AUTO_TEST_CASE(what_belongs_to_others_is_left_alone_and_its_name_is_used_when_it_is_free) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        route r;
        r.metadata.name = "web-podroute-route";
        r.metadata.ns = "default";
        r.spec.to.name = "somebody";
        (co_await w.client().create(r)).value();
        (co_await w.client().create(make("web"))).value();
        const auto live = co_await w.async_until<pr>(key("web"), "not ours", [](const pr& p) {
            return is_not_ours(p) && reason_of(p, "RouteAvailable") == "NotOurs" &&
                   p.status.ready_replicas == 2;
        });
        BOOST_TEST(message_of(*live, "Degraded") ==
                   "Route \"web-podroute-route\" exists and has no controller; it is not taken over");
        const std::size_t calls = co_await w.async_until_idle();
        BOOST_TEST(co_await w.async_until_idle(10min, 1h) == calls);
        BOOST_TEST((co_await w.told({"\"NotOurs\"", "\"Warning\""})) == 1);
        const auto left = (co_await w.client().get<route>(key(r.metadata.name.str()))).value();
        BOOST_TEST(left->spec.to.name == "somebody");
        (co_await w.client().remove<route>(key(r.metadata.name.str()))).value();
        const auto well = co_await w.rolled_out("web");
        BOOST_TEST(reason_of(*well, "Degraded") == "AsExpected");
    });
}

BOOST_AUTO_TEST_CASE(children_that_somebody_adopts_are_theirs_until_they_let_go) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        config_map thief;
        thief.metadata.name = "thief";
        thief.metadata.ns = "default";
        const auto other = (co_await w.client().create(thief)).value();
        const auto self = (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        const auto owned_by = [](const char* api, const char* kind, const char* name,
                                 const interned_string& uid) {
            return fmt::format(
                R"({{"metadata":{{"ownerReferences":[{{"apiVersion":"{}","kind":"{}","name":"{}","uid":"{}","controller":true}}]}}}})",
                api, kind, name, uid);
        };
        for (const std::string& child : {deployments, services, routes}) {
            co_await w.must("PATCH", child, owned_by("v1", "ConfigMap", "thief", other->metadata.uid));
            const auto live = co_await w.async_until<pr>(key("web"), "not ours", is_not_ours);
            BOOST_TEST(message_of(*live, "Degraded").find("belongs to ConfigMap \"thief\"") !=
                       std::string::npos);
            co_await w.async_until_idle();
            co_await w.must("PATCH", child,
                            owned_by("quay.io/v1alpha1", "Podroute", "web", self->metadata.uid));
            co_await w.rolled_out("web");
        }
        // Theirs for good: it is gone with its new owner, and then made again.
        const std::string uid = co_await uid_of<route>(w, "web-podroute-route");
        co_await w.must("PATCH", routes, owned_by("v1", "ConfigMap", "thief", other->metadata.uid));
        co_await w.async_until<pr>(key("web"), "not ours", is_not_ours);
        (co_await w.client().remove<config_map>(key("thief"))).value();
        co_await w.rolled_out("web");
        BOOST_TEST((co_await uid_of<route>(w, "web-podroute-route") != uid));
    });
}

BOOST_AUTO_TEST_CASE(a_podroute_that_is_deleted_unseen_is_not_given_children_again) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        w.network_faults().hold_watches("podroutes");
        const auto asked = [&] { return w.requests().count(verb::patch, "routes"); };
        const std::size_t before = asked();
        (co_await w.client().remove<pr>(key("web"))).value();
        co_await w.async_eventually("all is gone", [&]() -> awaitable<bool> {
            const bool none = (co_await w.children()).empty();
            co_return none;
        });
        co_await w.async_until_idle();
        BOOST_TEST(co_await w.children() == "");
        BOOST_TEST(asked() == before);
        w.network_faults().release_watches();
        co_await w.async_until_idle();
        BOOST_TEST(co_await w.children() == "");
    });
}

BOOST_AUTO_TEST_CASE(a_podroute_deleted_while_it_scales_leaves_nothing) {
    for (const duration after : {0ms, 50ms, 400ms}) {
        operator_world w;
        w.run([&]() -> awaitable<void> {
            (co_await w.client().create(make("web", 1))).value();
            co_await w.rolled_out("web");
            co_await w.change("web", {{"replicas", 5}});
            co_await w.event_loop().sleep(after);
            (co_await w.client().remove<pr>(key("web"))).value();
            co_await w.async_eventually("all is gone", [&]() -> awaitable<bool> {
                const auto pods = (co_await w.client().list<pod>()).value();
                const bool none = pods.empty() && (co_await w.children()).empty();
                co_return none;
            });
            co_await w.async_until_idle();
            BOOST_TEST(co_await w.children() == "");
        });
    }
}

BOOST_AUTO_TEST_CASE(a_podroute_made_again_at_once_waits_for_the_old_children_to_go) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        const auto old = (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        (co_await w.client().remove<pr>(key("web"))).value();
        const auto made = (co_await w.client().create(make("web", 1))).value();
        BOOST_TEST((made->metadata.uid != old->metadata.uid));
        co_await w.rolled_out("web");
        const auto r = (co_await w.client().get<route>(key("web-podroute-route"))).value();
        BOOST_TEST(controller_of(r->metadata)->uid == made->metadata.uid);
    });
}

BOOST_AUTO_TEST_CASE(a_namespace_that_is_terminated_goes_with_all_that_is_in_it) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        core_v1::namespace_ space;
        space.metadata.name = "doomed";
        (co_await w.client().create(space)).value();
        pr p = make("web");
        p.metadata.ns = "doomed";
        (co_await w.client().create(p)).value();
        co_await w.async_until<pr>({"doomed", "web"}, "rolled out", has_a_route);
        const std::size_t before = w.requests().count(verb::patch);
        (co_await w.client().remove<core_v1::namespace_>(object_key::cluster("doomed"))).value();
        co_await w.async_until_gone<core_v1::namespace_>(object_key::cluster("doomed"));
        BOOST_TEST(w.requests().count(verb::patch) - before < 20u);
    });
}

BOOST_AUTO_TEST_CASE(a_refused_child_is_told_tried_again_now_and_then_and_holds_up_no_other) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        error full(errc::forbidden, "making it");
        full.server_text = "exceeded quota";
        for (const char* kind : {"deployments", "services", "routes"}) {
            w.request_faults().fail_each(verb::create, full, kind);
            (co_await w.client().create(make(kind))).value();
            const auto live = co_await w.async_until<pr>(
                key(kind), "told", [](const pr& p) { return reason_of(p, "Degraded") == "Forbidden"; });
            BOOST_TEST(message_of(*live, "Degraded").find("exceeded quota") != std::string::npos);
            const std::string there = co_await w.children();
            BOOST_TEST(std::ranges::count(there, ' ') == 1, there);
            const std::size_t before = w.requests().count(verb::create, kind);
            co_await w.event_loop().sleep(10min);
            BOOST_TEST(w.requests().count(verb::create, kind) - before <= 25u);
            w.request_faults().clear();
            co_await w.rolled_out(kind);
            (co_await w.client().remove<pr>(key(kind))).value();
            co_await w.async_eventually("all is gone", [&]() -> awaitable<bool> {
                const bool none = (co_await w.children()).empty();
                co_return none;
            });
        }
    });
}

BOOST_AUTO_TEST_CASE(lost_answers_and_errors_of_the_server_are_got_over) {
    operator_world w;
    for (const char* kind : {"deployments", "services", "routes"}) {
        w.request_faults().fail_nth(verb::create, 1, error(errc::server_error, "made up"), kind);
        w.request_faults().lose_answer_of_nth(verb::create, 1, kind);
    }
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web"))).value();
        co_await w.rolled_out("web");
        for (const std::string& left : w.request_faults().pending()) BOOST_TEST(left == "");
    });
}

BOOST_AUTO_TEST_SUITE_END()
