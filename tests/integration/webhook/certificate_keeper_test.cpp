// Replicas that share the certificates of webhooks in a Secret, and put the CA where it belongs.
#include "framework/webhook/certificate_keeper.hpp"

#include "framework/core/base64.hpp"
#include "framework/http/certificate_facts.hpp"
#include "framework/webhook/ca_injector.hpp"
#include "setpoint/api/admissionregistration_v1/webhook.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <algorithm>
#include <set>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

const object_key secret_key{"default", "site-webhook-cert"};

struct keeper_world {
    explicit keeper_world(testing::environment_options o = {}) : env(std::move(o)) {}

    testing::environment env;
    loop& l = env.event_loop();
    null_sink sink;
    logger log{sink, l.time()};

    certificate_keeper::options options() const { return {secret_key, {"site.default.svc"}, {}, {}}; }
    awaitable<snapshot<core_secret>> stored() {
        auto found = co_await env.client().get<core_secret>(secret_key);
        co_return found.value();
    }
};

bool agree(const certificate_keeper& a, const certificate_keeper& b, const core_secret& s) {
    return a.ca_bundle() == b.ca_bundle() && a.ca_bundle() == s.find("ca.crt")->reveal();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(certificate_keeper_test)

BOOST_AUTO_TEST_CASE(replicas_that_start_together_share_what_one_of_them_made) {
    keeper_world w;
    w.env.run([&]() -> awaitable<void> {
        certificate_keeper a(w.l, w.env.client(), w.log, w.options()),
            b(w.l, w.env.client(), w.log, w.options());
        task_scope running(w.l, "keepers");
        running.spawn("a", a.run());
        running.spawn("b", b.run());
        const bool both = co_await a.wait_ready() && co_await b.wait_ready();
        BOOST_TEST(both);
        const auto secret = co_await w.stored();
        BOOST_TEST(agree(a, b, *secret));
        BOOST_TEST(secret->type == "kubernetes.io/tls");
        // Deleted: the same contents are back, so that what trusts the CA goes on.
        const auto removed = co_await w.env.client().remove<core_secret>(secret_key);
        BOOST_TEST(removed.has_value());
        co_await w.env.async_until<core_secret>(
            secret_key, "is there again",
            [&](const core_secret& s) {
                return s.find("ca.crt")->reveal() == secret->find("ca.crt")->reveal();
            },
            3min);
        // Broken by hand: the same.
        const auto broken = co_await w.env.client().merge_patch<core_secret>(
            secret_key, {{"data", {{"tls.crt", base64_encode("garbage")}}}});
        BOOST_TEST(broken.has_value());
        co_await w.env.async_until<core_secret>(
            secret_key, "is whole again",
            [&](const core_secret& s) {
                return s.find("tls.crt")->reveal() == secret->find("tls.crt")->reveal();
            },
            3min);
        running.request_stop();
        co_await running.join();
    });
}

BOOST_AUTO_TEST_CASE(certificates_are_replaced_for_a_year_and_replicas_follow) {
    testing::environment_options o;
    o.limit = 24h * 400;
    o.api.run = {.garbage_collection = false,
                 .namespaces = true,
                 .workloads = false,
                 .addresses = false,
                 .nodes = false};
    keeper_world w(std::move(o));
    w.env.run([&]() -> awaitable<void> {
        auto slow = w.options();
        slow.period = 50min;  // well within the overlap
        certificate_keeper a(w.l, w.env.client(), w.log, slow), b(w.l, w.env.client(), w.log, slow);
        std::set<std::string> bundles;
        a.bundle_changed = [&] { bundles.insert(a.ca_bundle()); };
        task_scope running(w.l, "keepers");
        running.spawn("a", a.run());
        running.spawn("b", b.run());
        const bool both = co_await a.wait_ready() && co_await b.wait_ready();
        BOOST_TEST(both);
        std::set<std::string> served;
        for (const time_point end = w.l.now() + 24h * 365; w.l.now() < end;) {
            co_await w.l.sleep(12h);
            const auto secret = co_await w.stored();
            const std::string cert(secret->find("tls.crt")->reveal());
            served.insert(cert);
            const auto facts = http::facts_of(cert).value();
            BOOST_REQUIRE(facts.not_after > w.l.wall_now() + 24h * 25);
            for (const certificate_keeper* k : {&a, &b}) {
                const auto cas = http::split_certificates(k->ca_bundle());
                BOOST_REQUIRE(std::any_of(cas.begin(), cas.end(), [&](const std::string& ca) {
                    return http::is_issued_by(cert, ca);
                }));
            }
        }
        BOOST_TEST(served.size() >= 6u);
        BOOST_TEST(bundles.size() >= 3u);  // the first, both, the second
        running.request_stop();
        co_await running.join();
    });
}

BOOST_AUTO_TEST_CASE(without_a_secret_they_are_kept_in_memory) {
    keeper_world w;
    w.env.run([&]() -> awaitable<void> {
        auto o = w.options();
        o.secret.reset();
        certificate_keeper k(w.l, w.env.client(), w.log, o);
        task_scope running(w.l, "keepers");
        running.spawn("k", k.run());
        const bool ready = co_await k.wait_ready();
        BOOST_TEST(ready);
        BOOST_TEST(k.current() != nullptr);
        const auto none = co_await w.env.client().get<core_secret>(secret_key);
        BOOST_TEST(!none.has_value());
        running.request_stop();
        co_await running.join();
    });
}

BOOST_AUTO_TEST_CASE(the_ca_is_put_into_a_configuration_whenever_it_lacks) {
    keeper_world w;
    prometheus::Registry registry;
    metrics m(registry);
    w.env.run([&]() -> awaitable<void> {
        cache c(w.l, w.env.client(), w.log, m);
        ca_injector injector(w.l, c, w.env.client(), w.log, {"site", "", {}, ""});
        task_scope running(w.l, "injector");
        c.start(running);
        running.spawn("injector", injector.run());
        injector.set_bundle("first");
        const object_key name = object_key::cluster("site");
        const auto has = [](std::string bundle) {
            return [wanted = base64_encode(bundle)](const validating_webhook_configuration& v) {
                return std::all_of(v.webhooks.begin(), v.webhooks.end(), [&](const validating_webhook& one) {
                    return one.client_config.ca_bundle == wanted;
                });
            };
        };
        // Made later than the injector, with two webhooks.
        validating_webhook_configuration v;
        v.metadata.name = "site";
        for (const char* n : {"a.example.com", "b.example.com"}) {
            validating_webhook one;
            one.name = n;
            one.client_config.url = "https://localhost:9443";
            one.side_effects = "None";
            one.admission_review_versions = {"v1"};
            v.webhooks.push_back(one);
        }
        const auto made = co_await w.env.client().create(v);
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
        co_await w.env.async_until<validating_webhook_configuration>(name, "has the first CA", has("first"));
        injector.set_bundle("second");
        co_await w.env.async_until<validating_webhook_configuration>(name, "has the second CA",
                                                                     has("second"));
        json_patch edit;
        edit.replace({"webhooks", "1", "clientConfig", "caBundle"},
                     boost::json::value(base64_encode("mine")));
        const auto edited =
            co_await w.env.client().patch<validating_webhook_configuration>(name, std::move(edit));
        BOOST_REQUIRE_MESSAGE(edited.has_value(), edited.error().to_string());
        co_await w.env.async_until<validating_webhook_configuration>(name, "is repaired", has("second"));
        BOOST_TEST(injector.behind().empty());
        running.request_stop();
        co_await running.join();
    });
}

BOOST_AUTO_TEST_SUITE_END()
