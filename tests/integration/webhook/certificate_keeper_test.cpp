// Replicas that share the certificates of webhooks in a Secret, and put the CA where it belongs.
#include "framework/webhook/certificate_keeper.hpp"

#include "framework/core/base64.hpp"
#include "framework/http/certificate_facts.hpp"
#include "framework/webhook/ca_injector.hpp"
#include "setpoint/api/admissionregistration_v1/mutating_webhook_configuration.hpp"
#include "setpoint/api/admissionregistration_v1/validating_webhook_configuration.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <prometheus/registry.h>

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

using namespace setpoint;
using namespace setpoint::kinds;
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
    awaitable<snapshot<core_v1::secret>> stored() {
        auto found = co_await env.client().get<core_v1::secret>(secret_key);
        co_return found.value();
    }
};

bool agree(const certificate_keeper& a, const certificate_keeper& b, const core_v1::secret& s) {
    return a.ca_bundle() == b.ca_bundle() && a.ca_bundle() == find_value(s, "ca.crt")->reveal();
}

webhook_address at_url() {
    webhook_address at;
    at.url = "https://localhost:9443";
    return at;
}

// "site", with a webhook for each URL.
validating_webhook_configuration configuration(const std::vector<std::string>& urls) {
    validating_webhook_configuration v;
    v.metadata.name = "site";
    for (const std::string& url : urls) {
        validating_webhook one;
        one.name = fmt::format("w{}.example.com", v.webhooks.size());
        one.client_config.url = interned_string(url);
        one.side_effects = "None";
        one.admission_review_versions = {"v1"};
        v.webhooks.push_back(one);
    }
    return v;
}

std::size_t occurrences(const std::string& text, std::string_view of) {
    std::size_t n = 0;
    for (std::size_t at = text.find(of); at != text.npos; at = text.find(of, at + 1)) ++n;
    return n;
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
        const auto removed = co_await w.env.client().remove<core_v1::secret>(secret_key);
        BOOST_TEST(removed.has_value());
        co_await w.env.async_until<core_v1::secret>(
            secret_key, "is there again",
            [&](const core_v1::secret& s) {
                return find_value(s, "ca.crt")->reveal() == find_value(*secret, "ca.crt")->reveal();
            },
            3min);
        // Broken by hand: the same.
        const auto broken = co_await w.env.client().merge_patch<core_v1::secret>(
            secret_key, {{"data", {{"tls.crt", base64_encode("garbage")}}}});
        BOOST_TEST(broken.has_value());
        co_await w.env.async_until<core_v1::secret>(
            secret_key, "is whole again",
            [&](const core_v1::secret& s) {
                return find_value(s, "tls.crt")->reveal() == find_value(*secret, "tls.crt")->reveal();
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
                 .endpoints = false,
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
            const std::string cert(find_value(*secret, "tls.crt")->reveal());
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

BOOST_AUTO_TEST_CASE(a_clock_that_is_set_back_gets_a_certificate_that_is_valid) {
    keeper_world w;
    w.env.run([&]() -> awaitable<void> {
        certificate_keeper keeper(w.l, w.env.client(), w.log, w.options());
        task_scope running(w.l, "keeper");
        running.spawn("keeper", keeper.run());
        const bool ready = co_await keeper.wait_ready();
        BOOST_TEST(ready);
        w.env.shift_wall_clock(-24h * 30);
        BOOST_REQUIRE(http::facts_of(keeper.certificate()).value().not_before > w.l.wall_now());
        co_await w.env.async_eventually(
            "a certificate that is valid",
            [&] { return http::facts_of(keeper.certificate()).value().not_before <= w.l.wall_now(); }, 2min);
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
        const auto none = co_await w.env.client().get<core_v1::secret>(secret_key);
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
        ca_injector injector(w.l, c, w.env.client(), w.log, {"site", "", {}, at_url()});
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
        const auto v = configuration({"https://localhost:9443/a", "https://localhost:9443/b"});
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
        co_await w.env.async_until<validating_webhook_configuration>(
            name, "is seen repaired",
            [&](const validating_webhook_configuration&) { return injector.behind().empty(); });
        running.request_stop();
        co_await running.join();
    });
}

BOOST_AUTO_TEST_CASE(entries_that_name_another_address_are_left_alone) {
    keeper_world w;
    prometheus::Registry registry;
    metrics m(registry);
    w.env.run([&]() -> awaitable<void> {
        auto v = configuration({"https://localhost:9443/a", "https://localhost:9443/b", "https://other/c"});
        v.webhooks[1].client_config.url.reset();
        v.webhooks[1].client_config.service.emplace();
        v.webhooks[1].client_config.service->ns = "site-system";
        v.webhooks[1].client_config.service->name = "site-webhook";
        v.webhooks[2].client_config.ca_bundle = base64_encode("theirs");
        const auto made = co_await w.env.client().create(v);
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
        webhook_address service;
        service.service_ns = "site-system";
        service.service_name = "site-webhook";
        cache c(w.l, w.env.client(), w.log, m);
        ca_injector at_the_url(w.l, c, w.env.client(), w.log, {"site", "", {}, at_url()}),
            at_the_service(w.l, c, w.env.client(), w.log, {"site", "", {}, service});
        task_scope running(w.l, "injectors");
        c.start(running);
        running.spawn("URL", at_the_url.run());
        running.spawn("Service", at_the_service.run());
        at_the_url.set_bundle("url");
        at_the_service.set_bundle("service");
        co_await w.env.async_until<validating_webhook_configuration>(
            object_key::cluster("site"), "has both CAs", [](const validating_webhook_configuration& is) {
                return is.webhooks[0].client_config.ca_bundle == base64_encode("url") &&
                       is.webhooks[1].client_config.ca_bundle == base64_encode("service");
            });
        const auto read =
            co_await w.env.client().get<validating_webhook_configuration>(object_key::cluster("site"));
        BOOST_TEST(read.value()->webhooks[2].client_config.ca_bundle == base64_encode("theirs"));
        co_await w.env.async_until<validating_webhook_configuration>(
            object_key::cluster("site"), "is seen with both CAs",
            [&](const validating_webhook_configuration&) { return at_the_url.behind().empty(); });
        running.request_stop();
        co_await running.join();
    });
}

// Two programs that both take the configuration for theirs must not keep the API server busy.
BOOST_AUTO_TEST_CASE(two_injectors_with_different_cas_write_seldom) {
    keeper_world w;
    prometheus::Registry registry;
    metrics m(registry);
    std::array<std::ostringstream, 2> lines;
    std::array<text_sink, 2> sinks{text_sink(lines[0]), text_sink(lines[1])};
    w.env.run([&]() -> awaitable<void> {
        const auto made = co_await w.env.client().create(configuration({"https://localhost:9443/a"}));
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
        cache c(w.l, w.env.client(), w.log, m);
        const ca_injector::targets t{"site", "", {}, at_url()};
        ca_injector a(w.l, c, w.env.client(), logger(sinks[0], w.l.time()), t),
            b(w.l, c, w.env.client(), logger(sinks[1], w.l.time()), t);
        task_scope running(w.l, "injectors");
        c.start(running);
        running.spawn("a", a.run());
        running.spawn("b", b.run());
        a.set_bundle("a");
        b.set_bundle("b");
        co_await w.l.sleep(1min);
        for (const auto& text : lines) {
            const std::size_t writes = occurrences(text.str(), "Injected the CA");
            BOOST_TEST(writes >= 2u);
            BOOST_TEST(writes <= 7u);
        }
        running.request_stop();
        co_await running.join();
    });
}

BOOST_AUTO_TEST_SUITE_END()
