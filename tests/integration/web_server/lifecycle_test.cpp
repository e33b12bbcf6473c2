// The life of a WebServer (S1) on a control plane, real or embedded.
#include "fixture.hpp"

using namespace web_server_test;

BOOST_AUTO_TEST_SUITE(web_server_lifecycle,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

BOOST_AUTO_TEST_CASE(a_web_server_becomes_a_deployment_and_a_service_and_its_status_tells) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web", 3))).value();
        auto d = co_await w.until<deployment>(
            w.key("web"), "3 ready pods", [](const deployment& x) { return x.status.ready_replicas == 3; });
        BOOST_TEST(d->spec.pod_template.spec.containers.at(0).image == "nginx:1.23.1");
        auto s = co_await w.until<service>(w.key("web-service"), "the service",
                                           [](const service&) { return true; });
        BOOST_TEST(s->spec.type == "NodePort");
        BOOST_TEST(s->spec.ports.at(0).port.value() == 80);
        auto live = co_await w.until<web_server::web_server>(w.key("web"), "status", [](const auto& x) {
            return is_true(x.status.conditions, "Available") && x.status.ready_replicas == 3 &&
                   x.status.observed_generation == x.metadata.generation;
        });
        BOOST_TEST(live->status.replicas == 3);
        for (const object_meta* child : {&d->metadata, &s->metadata}) {
            const owner_reference* owner = controller_of(*child);
            BOOST_REQUIRE(owner);
            BOOST_TEST(owner->uid == live->metadata.uid);
            BOOST_TEST(owner->block_owner_deletion.value_or(false));
        }
        co_await w.until<web_server::web_server>(w.key("web"), "rolled out", [](const auto& x) {
            const condition* c = find_condition(x.status.conditions, "Progressing");
            return c && c->reason == "RolledOut";
        });
    });
}

BOOST_AUTO_TEST_CASE(scaling_and_another_image_reach_the_deployment_and_are_logged_from_and_to) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web", 3))).value();
        co_await w.until<deployment>(w.key("web"), "created",
                                     [](const deployment& x) { return x.spec.replicas == 3; });
        for (const std::int32_t n : {4, 0}) {
            (co_await w.api.merge_patch<web_server::web_server>(w.key("web"), {{"spec", {{"replicas", n}}}}))
                .value();
            co_await w.until<deployment>(w.key("web"), "scaled",
                                         [n](const deployment& x) { return x.spec.replicas == n; });
            co_await w.until<web_server::web_server>(w.key("web"), "status",
                                                     [n](const auto& x) { return x.status.replicas == n; });
        }
        BOOST_TEST((co_await w.eventually(
                       [&] { return w.logged({"spec.replicas change", "from=3", "to=4"}) == 1; })),
                   w.log_text.str());
        BOOST_TEST((co_await w.eventually(
                       [&] { return w.logged({"spec.replicas change", "from=4", "to=0"}) == 1; })),
                   w.log_text.str());
        (co_await w.api.merge_patch<web_server::web_server>(w.key("web"),
                                                            {{"spec", {{"image", "nginx:1.23.0"}}}}))
            .value();
        co_await w.until<deployment>(w.key("web"), "image", [](const deployment& x) {
            return x.spec.pod_template.spec.containers.at(0).image == "nginx:1.23.0";
        });
        BOOST_TEST((co_await w.eventually(
                       [&] { return w.logged({".image change", "nginx:1.23.1", "nginx:1.23.0"}) == 1; })),
                   w.log_text.str());
    });
}

BOOST_AUTO_TEST_CASE(drift_is_repaired_and_what_others_set_is_left_alone) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web", 2))).value();
        auto s = co_await w.until<service>(w.key("web-service"), "the service", [](const service& x) {
            return x.spec.ports.at(0).node_port.has_value();
        });
        const auto node_port = s->spec.ports.at(0).node_port;
        co_await w.settle();
        co_await w.patch("apps/v1/deployments/web/scale", R"({"spec":{"replicas":7}})");
        co_await w.patch("apps/v1/deployments/web", R"({"metadata":{"annotations":{"team":"blue"}}})");
        co_await w.patch("v1/services/web-service", R"({"spec":{"sessionAffinity":"ClientIP"}})");
        co_await w.patch(
            "v1/services/web-service",
            R"({"spec":{"type":"ClusterIP","ports":[{"name":"extra","port":8443},{"port":80,"targetPort":8080}]}})",
            "application/strategic-merge-patch+json");
        auto d = co_await w.until<deployment>(w.key("web"), "replicas",
                                              [](const deployment& x) { return x.spec.replicas == 2; });
        BOOST_TEST((d->metadata.annotations.at("team") == "blue"));
        s = co_await w.until<service>(w.key("web-service"), "ports", [](const service& x) {
            return x.spec.type == "NodePort" && x.spec.ports.size() == 1 &&
                   x.spec.ports[0].target_port == int_or_string(80);
        });
        BOOST_TEST(s->spec.session_affinity == "ClientIP");
        co_await w.settle();
        // Only a foreign port this time: the node port that the server chose stays.
        s = co_await w.until<service>(w.key("web-service"), "node port", [](const service& x) {
            return x.spec.ports.at(0).node_port.has_value();
        });
        const auto before = s->spec.ports.at(0).node_port;
        co_await w.patch("v1/services/web-service", R"({"spec":{"ports":[{"name":"extra","port":8443}]}})",
                         "application/strategic-merge-patch+json");
        co_await w.until<service>(w.key("web-service"), "the foreign port is there",
                                  [](const service& x) { return x.spec.ports.size() == 1; });
        co_await w.settle();
        s = co_await w.until<service>(w.key("web-service"), "one port",
                                      [](const service& x) { return x.spec.ports.size() == 1; });
        BOOST_TEST((s->spec.ports.at(0).node_port == before));
        BOOST_TEST(node_port.has_value());
        // And our own under another number, beside which an apply alone would put one of the same name.
        co_await w.patch("v1/services/web-service",
                         R"([{"op":"replace","path":"/spec/ports/0/port","value":81}])",
                         "application/json-patch+json");
        s = co_await w.until<service>(w.key("web-service"), "the number is back",
                                      [](const service& x) { return x.spec.ports.at(0).port == 80; });
        BOOST_TEST(s->spec.ports.size() == 1u);
        BOOST_TEST((s->spec.ports.at(0).node_port == before));
    });
}

BOOST_AUTO_TEST_CASE(a_deleted_service_comes_back_and_deletion_of_the_web_server_cleans_up) {
    operator_world w(shared_plane());
    w.with_operator(
        [&]() -> awaitable<void> {
            (co_await w.api.create(w.make("web", 1))).value();
            auto s = co_await w.until<service>(w.key("web-service"), "the service",
                                               [](const service&) { return true; });
            (co_await w.api.remove<service>(w.key("web-service"))).value();
            co_await w.until<service>(w.key("web-service"), "another service",
                                      [&](const service& x) { return x.metadata.uid != s->metadata.uid; });
            (co_await w.api.remove<web_server::web_server>(w.key("web"))).value();
            // The garbage collector learns of new kinds every 30 s.
            const time_point due = saturating_add(w.l.now(), 90s);
            bool gone = false;
            while (!gone && w.l.now() < due) {
                gone = co_await w.gone_deployment(w.key("web"));
                auto left = co_await w.api.get<service>(w.key("web-service"));
                gone = gone && !left;
                if (!gone) co_await w.l.sleep(100ms);
            }
            BOOST_TEST(gone);
        },
        150s);
}

BOOST_AUTO_TEST_CASE(a_steady_state_makes_no_calls) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        (co_await w.api.create(w.make("web", 2))).value();
        co_await w.until<web_server::web_server>(w.key("web"), "rolled out", [](const auto& x) {
            const condition* c = find_condition(x.status.conditions, "Progressing");
            return c && c->reason == "RolledOut" && is_true(x.status.conditions, "Available");
        });
        const std::size_t calls = co_await w.settle(2s);
        // Events that change nothing which is described: reconciled, and nothing written.
        co_await w.patch("apps/v1/deployments/web", R"({"metadata":{"labels":{"colour":"green"}}})");
        co_await w.patch("my.domain/v1/webservers/web", R"({"metadata":{"annotations":{"note":"hello"}}})");
        const std::size_t after = co_await w.settle(2s);
        BOOST_TEST(after == calls);
    });
}

BOOST_AUTO_TEST_SUITE_END()
