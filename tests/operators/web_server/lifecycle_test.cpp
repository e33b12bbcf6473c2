// The life of a WebServer (S1).
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(web_server_lifecycle)

using namespace web_server_test;

BOOST_AUTO_TEST_CASE(a_web_server_becomes_a_deployment_and_a_service_and_its_status_tells) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 3))).value();
        const auto live = co_await w.async_until<ws>(key("web"), "rolled out", [](const ws& x) {
            return is_rolled_out(x) && x.status.ready_replicas == 3;
        });
        BOOST_TEST(live->status.replicas == 3);
        const auto d = (co_await w.client().get<deployment>(key("web"))).value();
        BOOST_TEST(d->spec.pod_template.spec.containers.at(0).image == "nginx:1.23.1");
        const auto s = (co_await w.client().get<service>(key("web-service"))).value();
        BOOST_TEST(s->spec.type == "NodePort");
        BOOST_TEST(s->spec.ports.at(0).port.value() == 80);
        BOOST_TEST(s->spec.ports.at(0).node_port.has_value());
        for (const object_meta* child : {&d->metadata, &s->metadata}) {
            const owner_reference* owner = controller_of(*child);
            BOOST_REQUIRE(owner);
            BOOST_TEST(owner->uid == live->metadata.uid);
            BOOST_TEST(owner->block_owner_deletion.value_or(false));
        }
    });
}

BOOST_AUTO_TEST_CASE(scaling_and_another_image_reach_the_pods_and_are_logged_from_and_to) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 3))).value();
        for (const std::int32_t n : {3, 4, 0, 2}) {
            co_await w.change("web", {{"replicas", n}});
            co_await w.async_until<ws>(key("web"), "scaled", [n](const ws& x) {
                return x.status.observed_generation == x.metadata.generation &&
                       is_true(x.status.conditions, "Available") == (n > 0) && x.status.replicas == n &&
                       x.status.ready_replicas == n;
            });
        }
        BOOST_TEST(w.logged({"spec.replicas change", "from=3", "to=4"}) == 1, w.log());
        BOOST_TEST(w.logged({"spec.replicas change", "from=4", "to=0"}) == 1, w.log());
        co_await w.change("web", {{"image", "nginx:1.23.0"}});
        co_await w.async_eventually("the pods have the other image", [&]() -> awaitable<bool> {
            const auto pods = (co_await w.client().list<pod>()).value();
            co_return pods.size() == 2 && std::all_of(pods.begin(), pods.end(), [](const auto& p) {
                return p->spec.containers.at(0).image == "nginx:1.23.0";
            });
        });
        BOOST_TEST(w.logged({".image change", "nginx:1.23.1", "nginx:1.23.0"}) == 1, w.log());
    });
}

BOOST_AUTO_TEST_CASE(drift_is_repaired_and_what_others_set_is_left_alone) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 2))).value();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        co_await w.must("PATCH", "apps/v1/deployments/web/scale", R"({"spec":{"replicas":7}})");
        co_await w.must("PATCH", "apps/v1/deployments/web",
                        R"({"metadata":{"annotations":{"team":"blue"}}})");
        co_await w.must("PATCH", "v1/services/web-service", R"({"spec":{"sessionAffinity":"ClientIP"}})");
        co_await w.must(
            "PATCH", "v1/services/web-service",
            R"({"spec":{"type":"ClusterIP","ports":[{"name":"extra","port":8443},{"port":80,"targetPort":8080}]}})",
            "application/strategic-merge-patch+json");
        const auto d = co_await w.async_until<deployment>(
            key("web"), "replicas are repaired", [](const deployment& x) { return x.spec.replicas == 2; });
        BOOST_TEST(d->metadata.annotations.at("team") == "blue");
        auto s =
            co_await w.async_until<service>(key("web-service"), "ports are repaired", [](const service& x) {
                return x.spec.type == "NodePort" && x.spec.ports.size() == 1 &&
                       x.spec.ports[0].target_port == int_or_string(80) &&
                       x.spec.ports[0].node_port.has_value();
            });
        BOOST_TEST(s->spec.session_affinity == "ClientIP");
        co_await w.async_until_idle();
        // Only a foreign port this time: the node port that the server chose stays.
        const auto before = s->spec.ports.at(0).node_port;
        co_await w.must("PATCH", "v1/services/web-service",
                        R"({"spec":{"ports":[{"name":"extra","port":8443}]}})",
                        "application/strategic-merge-patch+json");
        s = co_await w.async_until<service>(key("web-service"), "the foreign port is gone",
                                            [](const service& x) { return x.spec.ports.size() == 1; });
        BOOST_TEST((s->spec.ports.at(0).node_port == before));
        // And our own under another number, beside which an apply alone would put one of the same name.
        co_await w.must("PATCH", "v1/services/web-service",
                        R"([{"op":"replace","path":"/spec/ports/0/port","value":81}])",
                        "application/json-patch+json");
        s = co_await w.async_until<service>(key("web-service"), "the number is back",
                                            [](const service& x) { return x.spec.ports.at(0).port == 80; });
        BOOST_TEST(s->spec.ports.size() == 1u);
        BOOST_TEST((s->spec.ports.at(0).node_port == before));
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
    });
}

BOOST_AUTO_TEST_CASE(a_deleted_child_comes_back_and_deletion_of_the_web_server_cleans_up) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 1))).value();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        const auto s = (co_await w.client().get<service>(key("web-service"))).value();
        (co_await w.client().remove<service>(key("web-service"))).value();
        co_await w.async_until<service>(key("web-service"), "another service",
                                        [&](const service& x) { return x.metadata.uid != s->metadata.uid; });
        (co_await w.client().remove<ws>(key("web"))).value();
        co_await w.async_until_gone<deployment>(key("web"));
        co_await w.async_until_gone<service>(key("web-service"));
        co_await w.async_eventually("no pod is left", [&]() -> awaitable<bool> {
            const bool none = (co_await w.client().list<pod>()).value().empty();
            co_return none;
        });
    });
}

BOOST_AUTO_TEST_CASE(a_steady_state_makes_no_calls) {
    operator_world w;
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 2))).value();
        co_await w.async_until<ws>(key("web"), "rolled out", is_rolled_out);
        const std::size_t calls = co_await w.async_until_idle();
        // Events that change nothing which is described: reconciled, and nothing written.
        co_await w.must("PATCH", "apps/v1/deployments/web", R"({"metadata":{"labels":{"colour":"green"}}})");
        co_await w.must("PATCH", "my.domain/v1/webservers/web",
                        R"({"metadata":{"annotations":{"note":"hello"}}})");
        const std::size_t after = co_await w.async_until_idle(1min);
        BOOST_TEST(after == calls);
    });
}

BOOST_AUTO_TEST_CASE(a_write_whose_answer_was_lost_is_not_repeated_blindly) {
    operator_world w;
    w.request_faults().lose_answer_of_nth(verb::create, 1, "deployments");
    w.request_faults().fail_nth(verb::create, 1, error(errc::server_error, "made up"), "services");
    w.run([&]() -> awaitable<void> {
        (co_await w.client().create(make("web", 2))).value();
        co_await w.async_until<ws>(key("web"), "rolled out all the same", is_rolled_out);
        BOOST_TEST(w.request_faults().pending().empty());
        const auto d = (co_await w.client().get<deployment>(key("web"))).value();
        BOOST_TEST(d->metadata.generation == 1);
    });
}

BOOST_AUTO_TEST_SUITE_END()
