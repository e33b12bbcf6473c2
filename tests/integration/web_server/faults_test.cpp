// What the cluster does to an operator: missing definitions, missing rights, restarts, compaction.
#include "fixture.hpp"

#include <boost/json/serialize.hpp>

#include <fstream>

using namespace web_server_test;

static const auto needs_real = boost::unit_test::precondition(needs_real_cluster());

BOOST_AUTO_TEST_SUITE(web_server_faults,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

BOOST_AUTO_TEST_CASE(a_missing_definition_is_said_and_the_operator_goes_on_when_it_appears) {
    control_plane plane("nocrd", {});
    operator_world w(plane);
    w.with_operator(
        [&]() -> awaitable<void> {
            const bool said = co_await w.eventually([&] { return w.logged({"webservers", "not"}) > 0; });
            BOOST_TEST(said, w.log_text.str());
            BOOST_TEST(!w.m.ready());
            co_await install_crd(w.l, w.api);
            const bool ready = co_await w.eventually([&] { return w.m.ready(); }, 60s);
            BOOST_TEST(ready, w.log_text.str());
            (co_await w.api.create(w.make("web", 1))).value();
            co_await w.until<deployment>(w.key("web"), "created", [](const deployment&) { return true; });
        },
        120s);
}

BOOST_AUTO_TEST_CASE(missing_rights_are_said_and_the_operator_goes_on_when_they_are_granted, *needs_real) {
    control_plane& plane = shared_plane();
    // A user without any rights: a service account with its token.
    plane.kubectl({"-n", "default", "create", "serviceaccount", "operator"});
    const std::string token = plane.kubectl({"-n", "default", "create", "token", "operator"});
    const std::string file = plane.folder() + "/limited.conf";
    std::ofstream(file) << plane.kubectl({"config", "view", "--raw", "--minify", "--flatten"});
    plane.kubectl({"--kubeconfig", file, "config", "set-credentials", "limited", "--token", token});
    const std::string cluster =
        plane.kubectl({"--kubeconfig", file, "config", "view", "-o", "jsonpath={.clusters[0].name}"});
    plane.kubectl(
        {"--kubeconfig", file, "config", "set-context", "limited", "--user=limited", "--cluster=" + cluster});
    operator_options o;
    o.kubeconfig = file;
    o.context = "limited";
    operator_world w(plane, o);
    w.with_operator(
        [&]() -> awaitable<void> {
            const bool said =
                co_await w.eventually([&] { return w.logged({"webservers", "forbidden"}) > 0; });
            BOOST_TEST(said, w.log_text.str());
            BOOST_TEST(!w.m.ready());
            // Exactly the Role that the operator prints.
            const std::string role = plane.folder() + "/role.json";
            std::ofstream(role) << boost::json::serialize(w.m.roles({}).at(0));
            plane.kubectl({"apply", "-f", role});
            plane.kubectl({"create", "clusterrolebinding", "operator",
                           "--clusterrole=webserver-operator-manager", "--serviceaccount=default:operator"});
            const bool ready = co_await w.eventually([&] { return w.m.ready(); }, 60s);
            BOOST_TEST(ready, w.log_text.str());
            (co_await w.api.create(w.make("web", 1))).value();
            co_await w.until<web_server::web_server>(w.key("web"), "status", [](const auto& x) {
                return is_true(x.status.conditions, "Available");
            });
            co_await w.settle();
            BOOST_TEST(w.logged({"Reconcile failed"}) == 0, w.log_text.str());
        },
        120s);
}

BOOST_AUTO_TEST_CASE(a_restarted_api_server_and_a_compacted_history_lose_nothing_and_repeat_nothing,
                     *needs_real) {
    operator_world w(shared_plane());
    w.with_operator(
        [&]() -> awaitable<void> {
            (co_await w.api.create(w.make("before", 1))).value();
            auto d = co_await w.until<deployment>(
                w.key("before"), "ready", [](const deployment& x) { return x.status.ready_replicas == 1; });
            co_await w.settle();
            co_await w.l.blocking("restart",
                                  [&] { return w.plane.command({"restart-apiserver", "--kill"}); });
            (co_await w.api.create(w.make("after-restart", 1))).value();
            co_await w.until<deployment>(
                w.key("after-restart"), "made",
                [](const deployment& x) { return x.status.ready_replicas == 1; }, 60s);
            co_await w.l.blocking("compact", [&] { return w.plane.command({"compact"}); });
            (co_await w.api.create(w.make("after-compaction", 1))).value();
            co_await w.until<deployment>(
                w.key("after-compaction"), "made",
                [](const deployment& x) { return x.status.ready_replicas == 1; }, 60s);
            auto same = co_await w.api.get<deployment>(w.key("before"));
            BOOST_TEST(same.value()->metadata.uid == d->metadata.uid);
            BOOST_TEST(same.value()->metadata.generation == d->metadata.generation);
            const bool ready = co_await w.eventually([&] { return w.m.ready(); }, 60s);
            BOOST_TEST(ready);
        },
        180s);
}

BOOST_AUTO_TEST_SUITE_END()
