// An API server calls the webhooks of a manager, over TLS.
#include "fixture.hpp"
#include "setpoint/api/admissionregistration_v1/mutating_webhook_configuration.hpp"
#include "setpoint/api/admissionregistration_v1/validating_webhook_configuration.hpp"

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::test;
using namespace std::chrono_literals;

namespace {

control_plane& plane() {
    static control_plane p("webhooks");
    return p;
}

struct counting {
    int& count;
    awaitable<outcome> reconcile(context&, snapshot<backup_v2>) {
        ++count;
        co_return outcome::done();
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(webhook_admission, *boost::unit_test::precondition(needs_cluster()))

BOOST_AUTO_TEST_CASE(objects_are_defaulted_rejected_and_warned_about) {
    webhook_world w(plane());
    w.with_webhooks([&]() -> awaitable<void> {
        const auto made = co_await w.api.create(w.named("a"));
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
        BOOST_TEST((*made)->spec.keep.value_or(0) == 3);

        backup bad = w.named("b", "often");
        bad.spec.keep = -1;
        const auto refused = co_await w.api.create(bad);
        BOOST_REQUIRE(!refused);
        BOOST_CHECK(refused.error().code == errc::invalid);
        BOOST_TEST(refused.error().server_text ==
                   "spec.schedule: Invalid value: \"often\": must have five fields\n"
                   "spec.keep: Invalid value: -1: must not be negative");

        // An update is checked too, also of an object that the webhook has defaulted.
        const auto changed = co_await w.api.merge_patch<backup>(w.key("a"), {{"spec", {{"schedule", "x"}}}});
        BOOST_REQUIRE(!changed);
        BOOST_TEST(changed.error().server_text.find("five fields") != std::string::npos);
        const auto many = co_await w.api.merge_patch<backup>(w.key("a"), {{"spec", {{"keep", 1000}}}});
        BOOST_REQUIRE_MESSAGE(many.has_value(), many.error().to_string());
        BOOST_TEST(w.logged({"the server warns", "more than 100 backups need much space"}) == 1);
        // Deletions are not among the operations.
        const auto removed = co_await w.api.remove<backup>(w.key("a"));
        BOOST_TEST(removed.has_value());
    });
    BOOST_TEST(w.measured.sum("controller_runtime_webhook_requests_total", {{"code", "200"}}).value_or(0) >=
               5);
    BOOST_TEST(w.measured.sum("controller_runtime_webhook_requests_total", {{"code", "500"}}).value_or(0) ==
               0);
    // Of the certificate that the program has made for itself.
    const double expiry =
        w.measured.sum("setpoint_certificate_expiry_seconds", {{"server", "webhooks"}}).value_or(0);
    BOOST_TEST(expiry > std::chrono::duration<double>(w.l.wall_now().time_since_epoch()).count());
}

BOOST_AUTO_TEST_CASE(versions_are_converted_and_the_webhooks_of_one_cover_all) {
    webhook_world w(plane());
    w.with_webhooks([&]() -> awaitable<void> {
        const auto made = co_await w.api.create(w.named_v2("a"));
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
        // matchPolicy Equivalent: v1's defaulter was called for it.
        BOOST_TEST((*made)->spec.keep.value_or(0) == 3);
        BOOST_TEST((*made)->spec.at.hour == "4");
        const auto as_v1 = co_await w.api.get<backup>(w.key("a"));
        BOOST_REQUIRE(as_v1.has_value());
        BOOST_TEST((*as_v1)->spec.schedule == "30 4 * * *");
        const auto second = co_await w.api.create(w.named("b", "1 2 * * *"));
        BOOST_REQUIRE(second.has_value());
        const auto listed = co_await w.api.list<backup_v2>({.ns = w.ns});
        BOOST_REQUIRE_MESSAGE(listed.has_value(), listed.error().to_string());
        BOOST_REQUIRE(listed->size() == 2u);
        BOOST_TEST((*listed)[1]->spec.at.minute == "1");

        // Ten at a time: each is converted for the answer, and all arrive.
        int good = 0;
        task_scope writers(w.l, "writers");
        for (int i = 0; i < 10; ++i)
            writers.spawn("writer", [](webhook_world& in, int n, int& count) -> awaitable<void> {
                for (int k = 0; k < 10; ++k) {
                    const auto one = co_await in.api.create(in.named_v2(fmt::format("c{}-{}", n, k)));
                    if (one && (*one)->spec.at.minute == "30") ++count;
                }
            }(w, i, good));
        co_await writers.join();
        BOOST_TEST(good == 100);
    });
}

BOOST_AUTO_TEST_CASE(nothing_is_let_through_while_the_program_is_away) {
    webhook_world w(plane());
    w.with_webhooks([]() -> awaitable<void> { co_return; });
    w.run([&]() -> awaitable<void> {
        const auto made = co_await w.api.create(w.named("a", "often"));
        BOOST_REQUIRE(!made);
        BOOST_TEST(made.error().server_text.find(
                       "failed calling webhook \"default.backup.hooks.example.com\"") != std::string::npos,
                   made.error().to_string());
    });
}

BOOST_AUTO_TEST_CASE(an_edited_registration_is_repaired) {
    webhook_world w(plane());
    w.with_webhooks([&]() -> awaitable<void> {
        const object_key name = object_key::cluster("backup-operator-validating-webhook-configuration");
        const auto bundle = [&]() -> awaitable<std::string> {
            const auto live = co_await w.api.get<validating_webhook_configuration>(name);
            live.value();
            co_return (*live)->webhooks.at(0).client_config.ca_bundle;
        };
        const std::string before = co_await bundle();
        BOOST_TEST(!before.empty());
        json_patch edit;
        edit.remove({"webhooks", "0", "clientConfig", "caBundle"});
        const auto edited = co_await w.api.patch<validating_webhook_configuration>(name, std::move(edit));
        BOOST_REQUIRE_MESSAGE(edited.has_value(), edited.error().to_string());
        co_await w.until<validating_webhook_configuration>(
            name, "has the CA again", [&](const validating_webhook_configuration& c) {
                return c.webhooks.at(0).client_config.ca_bundle == before;
            });
        const object_key crd = object_key::cluster("backups.hooks.example.com");
        const auto dropped = co_await w.api.merge_patch<custom_resource_definition>(
            crd, {{"spec", {{"conversion", {{"strategy", "None"}, {"webhook", nullptr}}}}}});
        BOOST_REQUIRE_MESSAGE(dropped.has_value(), dropped.error().to_string());
        co_await w.eventually_converted();
    });
}

// The informer of v2 needs the conversion webhook of the very program that waits for it.
BOOST_AUTO_TEST_CASE(a_controller_starts_although_its_kind_converts_through_it) {
    webhook_world before(plane());
    before.with_webhooks([&]() -> awaitable<void> {
        const auto made = co_await before.api.create(before.named("old"));
        BOOST_REQUIRE_MESSAGE(made.has_value(), made.error().to_string());
    });
    int reconciled = 0;
    webhook_world w(plane(), [&](manager& m) { m.controller<backup_v2>().reconcile(counting{reconciled}); });
    w.with_webhooks([&]() -> awaitable<void> {
        const bool seen = co_await w.eventually([&] { return reconciled > 0; });
        BOOST_TEST(seen, w.log_text.str());
        BOOST_TEST(w.m.ready());
    });
}

BOOST_AUTO_TEST_SUITE_END()
