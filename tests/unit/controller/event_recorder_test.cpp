#include "setpoint/controller/event_recorder.hpp"

#include "gadget.hpp"
#include "log_lines.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <prometheus/counter.h>
#include <prometheus/registry.h>

using namespace setpoint;
using namespace std::chrono_literals;
using test::gadget;

BOOST_AUTO_TEST_SUITE(event_recorder_test)

namespace {

struct fixture : virtual_world {
    fake_client api{l};
    log_lines log;
    prometheus::Registry registry;
    metrics measured{registry};
    event_recorder events{l, api, logger(log, time), measured, "gadget-operator", "pod-1"};
    task_scope tasks{l, "recorder"};
    gadget object;
    // How the writes to come end, in turn; after that they succeed.
    std::vector<error> failures;
    std::vector<time_point> at;

    fixture() {
        object.metadata.name = "g";
        object.metadata.ns = "shop";
        object.metadata.uid = "u1";
        api.on_write = [this](const kind_info& k, const call&) -> result<object_ptr> {
            at.push_back(l.now());
            if (failures.empty()) return object_ptr(k.make());
            const error e = failures.front();
            failures.erase(failures.begin());
            return e;
        };
    }
    ~fixture() { stop(); }
    void start() { tasks.spawn("events", events.run()); }
    void stop() {
        tasks.request_stop();
        l.run();
    }
    void record(std::string_view reason, std::string note = "a note", event_type type = event_type::normal) {
        events.record(kind_of<gadget>(), &object, type, reason, std::move(note));
    }
    double counted(const char* result) {
        return measured.counter("setpoint_events_recorded_total", {{"result", result}}).Value();
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(an_event_is_created_in_the_namespace_of_its_object, fixture) {
    start();
    record("Created", "The gadget was created", event_type::warning);
    l.run();
    BOOST_REQUIRE(api.writes.size() == 1u);
    const call& c = api.writes[0];
    BOOST_CHECK(c.op == verb::create);
    BOOST_TEST(c.resource.to_string() == "events.v1.events.k8s.io");
    BOOST_TEST(c.key.ns == "shop");
    boost::json::object body = api.body(0);
    const std::string name(body["metadata"].at("name").as_string());
    BOOST_TEST(name.starts_with("g."));
    body["metadata"].as_object().erase("name");
    BOOST_TEST(
        boost::json::serialize(body) ==
        R"({"apiVersion":"events.k8s.io/v1","kind":"Event","metadata":{"namespace":"shop"},)"
        R"("eventTime":"2026-01-01T00:00:00.000000Z","reportingController":"gadget-operator",)"
        R"("reportingInstance":"pod-1","action":"Reconcile","reason":"Created",)"
        R"("regarding":{"kind":"Gadget","namespace":"shop","name":"g","uid":"u1","apiVersion":"test.domain/v1"},)"
        R"("note":"The gadget was created","type":"Warning"})");
    BOOST_TEST(counted("sent") == 1.0);
}

BOOST_FIXTURE_TEST_CASE(repeats_patch_the_series, fixture) {
    start();
    record("Failed");
    l.run();
    l.run_until(l.now() + 10s);
    record("Failed");
    l.run();
    BOOST_REQUIRE(api.writes.size() == 2u);
    BOOST_CHECK(api.writes[1].patch == patch_type::merge);
    BOOST_TEST(api.writes[1].key.ns == "shop");
    BOOST_TEST(api.writes[1].key.name == api.body(0).at("metadata").at("name").as_string());
    BOOST_TEST(boost::json::serialize(api.body(1)) ==
               R"({"series":{"count":2,"lastObservedTime":"2026-01-01T00:00:10.000000Z"}})");
}

BOOST_FIXTURE_TEST_CASE(a_loop_that_fails_every_second_for_an_hour_makes_few_writes, fixture) {
    start();
    for (int i = 0; i < 3600; ++i) {
        record("Failed");
        l.run_until(l.now() + 1s);
    }
    BOOST_TEST(api.writes.size() <= 18u);
    BOOST_TEST(counted("dropped") == 0.0);
    BOOST_TEST(api.body(api.writes.size() - 1).at("series").at("count").as_int64() > 3000);
}

BOOST_FIXTURE_TEST_CASE(events_that_wait_for_the_first_write_carry_their_count, fixture) {
    record("Failed");
    record("Failed");
    start();
    l.run();
    BOOST_REQUIRE(api.writes.size() == 1u);
    BOOST_TEST(api.body(0).at("series").at("count").as_int64() == 2);
}

BOOST_FIXTURE_TEST_CASE(events_about_cluster_scoped_objects_go_to_default, fixture) {
    start();
    test::cluster_gadget wide;
    wide.metadata.name = "wide";
    wide.metadata.uid = "u2";
    events.record(kind_of<test::cluster_gadget>(), &wide, event_type::normal, "Created", "note");
    l.run();
    BOOST_REQUIRE(api.writes.size() == 1u);
    BOOST_TEST(api.writes[0].key.ns == "default");
    BOOST_TEST(!api.body(0).at("regarding").as_object().contains("namespace"));
}

BOOST_FIXTURE_TEST_CASE(what_is_too_long_is_cut_between_characters, fixture) {
    start();
    std::string note(1019, 'a');
    for (int i = 0; i < 100; ++i) note += "\xc3\xa9";  // é
    record(std::string(200, 'R'), note);
    l.run();
    const auto body = api.body(0);
    BOOST_TEST(body.at("note").as_string() == std::string(1019, 'a') + "\xc3\xa9...");
    BOOST_TEST(body.at("note").as_string().size() == 1024u);
    BOOST_TEST(body.at("reason").as_string().size() == 128u);
}

BOOST_FIXTURE_TEST_CASE(an_unreachable_server_is_tried_again_with_growing_waits_and_told_once, fixture) {
    failures.assign(4, error(errc::unreachable, "connection refused"));
    start();
    record("Created");
    l.run();
    BOOST_REQUIRE(api.writes.size() == 5u);
    const std::vector<duration> waits{1s, 2s, 4s, 8s};
    for (std::size_t i = 0; i < waits.size(); ++i) BOOST_CHECK(at[i + 1] - at[i] == waits[i]);
    BOOST_TEST(log.count("cannot be written") == 1u);
    BOOST_TEST(counted("sent") == 1.0);
    BOOST_TEST(counted("failed") == 0.0);
    // It has recovered: the next failure is news.
    failures.assign(1, error(errc::unreachable, "connection refused"));
    record("Other");
    l.run();
    BOOST_TEST(log.count("cannot be written") == 2u);
}

BOOST_FIXTURE_TEST_CASE(missing_rbac_is_said_once_and_not_tried_again, fixture) {
    failures.assign(3, error(errc::forbidden, "create events.events.k8s.io in shop"));
    start();
    for (const char* reason : {"One", "Two", "Three"}) record(reason);
    l.run();
    BOOST_TEST(api.writes.size() == 3u);
    BOOST_TEST(log.count("the verbs create and patch on events") == 1u);
    BOOST_TEST(counted("failed") == 3.0);
}

BOOST_FIXTURE_TEST_CASE(a_creation_of_unknown_outcome_is_not_repeated_and_a_lost_patch_is, fixture) {
    start();
    failures.assign(1, error(errc::unknown_outcome, "the connection ended"));
    record("Created");
    l.run();
    BOOST_TEST(api.writes.size() == 1u);
    BOOST_TEST(counted("failed") == 1.0);
    failures.assign(1, error(errc::unknown_outcome, "the connection ended"));
    record("Created");
    l.run();
    BOOST_REQUIRE(api.writes.size() == 3u);
    BOOST_TEST(api.writes[1].body == api.writes[2].body);
    BOOST_TEST(counted("sent") == 1.0);
}

BOOST_FIXTURE_TEST_CASE(an_event_that_expired_is_created_again, fixture) {
    start();
    record("Created");
    l.run();
    failures.assign(1, error(errc::not_found, "events.events.k8s.io shop/g.1 not found"));
    record("Created");
    l.run();
    BOOST_REQUIRE(api.writes.size() == 3u);
    BOOST_CHECK(api.writes[2].op == verb::create);
    BOOST_TEST(api.body(2).at("series").at("count").as_int64() == 2);
    BOOST_TEST(api.writes[2].key.name != api.writes[1].key.name);
    BOOST_TEST(log.count("cannot be written") == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_creation_that_got_through_before_counts_as_sent, fixture) {
    failures = {error(errc::server_error, "503"), error(errc::already_exists, "exists")};
    start();
    record("Created");
    l.run();
    BOOST_TEST(api.writes.size() == 2u);
    BOOST_TEST(counted("sent") == 1.0);
    BOOST_TEST(counted("failed") == 0.0);
}

BOOST_FIXTURE_TEST_CASE(what_is_too_much_for_an_object_is_dropped_and_counted, fixture) {
    start();
    for (int i = 0; i < 30; ++i) record("Created", std::to_string(i));
    l.run();
    BOOST_TEST(api.writes.size() == 25u);
    BOOST_TEST(counted("sent") == 25.0);
    BOOST_TEST(counted("dropped") == 5.0);
}

BOOST_FIXTURE_TEST_CASE(a_drain_writes_what_waits_and_does_not_wait_for_refreshes, fixture) {
    start();
    record("Failed");
    l.run();
    record("Failed");
    l.run();
    record("Failed");
    record("Other");
    stop();  // before either was written
    const time_point begin = l.now();
    bool done = false;
    run([&]() -> awaitable<void> { done = co_await events.drain(5s); });
    BOOST_TEST(done);
    BOOST_CHECK(l.now() == begin);
    BOOST_TEST(at.size() == 4u);
}

BOOST_FIXTURE_TEST_CASE(a_write_that_was_cancelled_is_made_by_the_drain, fixture) {
    api.delay = 2s;
    record("Created");
    start();
    l.run_until(l.now() + 1s);
    BOOST_TEST(api.writes.size() == 1u);
    stop();
    BOOST_TEST(at.size() == 0u);
    run([&]() -> awaitable<void> { co_await events.drain(5s); });
    BOOST_TEST(at.size() == 1u);
    BOOST_TEST(counted("sent") == 1.0);
}

BOOST_FIXTURE_TEST_CASE(a_drain_ends_with_its_budget, fixture) {
    api.delay = 3s;
    for (int i = 0; i < 10; ++i) record("Created", std::to_string(i));
    const time_point begin = l.now();
    bool done = true;
    run([&]() -> awaitable<void> { done = co_await events.drain(10s); });
    BOOST_TEST(!done);
    BOOST_CHECK(l.now() - begin == 10s);
    BOOST_TEST(at.size() == 3u);
    // The one that was under way is lost as well.
    BOOST_TEST(log.count("were not written count=7 ") == 1u);
    BOOST_TEST(counted("sent") == 3.0);
    BOOST_TEST(counted("failed") == 1.0);
}

BOOST_FIXTURE_TEST_CASE(a_client_that_throws_costs_the_event_and_nothing_else, fixture) {
    const auto answers = api.on_write;
    api.on_write = [](const kind_info&, const call&) -> result<object_ptr> {
        throw std::runtime_error("out of order");
    };
    start();
    record("First");
    l.run();
    BOOST_TEST(counted("failed") == 1.0);
    BOOST_TEST(log.count("out of order") == 1u);
    api.on_write = answers;
    record("Second");
    l.run();
    BOOST_TEST(tasks.size() == 1u);
    BOOST_TEST(counted("sent") == 1.0);
}

BOOST_FIXTURE_TEST_CASE(each_event_is_in_the_debug_log, fixture) {
    log.level = log_level::debug;
    record("Created", "The gadget was created");
    BOOST_TEST(log.count("reason=Created note=\"The gadget was created\"") == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
