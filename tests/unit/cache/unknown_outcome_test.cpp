// Writes without a response: their objects are read from the server before the cache returns them
// again.
#include "framework/cache/own_writes.hpp"
#include "unit/cache/cached_client_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(unknown_outcome_test)

BOOST_FIXTURE_TEST_CASE(a_live_read_that_finds_nothing_hides_nothing_that_arrives_meanwhile,
                        cached_client_world) {
    script_answer& watch = go_live(v, {thing("b", "2")}, "10");
    own_writes(v).mark_stale({"default", "a"});
    net.expect("GET", object_target("a")).delay(500ms).status(404).json(status_json(404, "NotFound"));
    std::string outcome;
    task_scope scope(l, "call");
    const auto call = [](cached_client_world& f, std::string& ended) -> awaitable<void> {
        const auto r = co_await f.reads.get<gadget>({"default", "a"});
        ended = r ? label_of(*r) : std::string(setpoint::to_string(r.error().code));
    };
    scope.spawn("call", call(*this, outcome));
    pass(100ms);
    watch.push(frame("ADDED", thing("a", "15")));
    pass(1s);
    BOOST_TEST(outcome == "default/a@15");
    // It may be an object that is about to be deleted: requested until that is certain.
    net.expect("GET", object_target("a")).json(thing("a", "15").json());
    BOOST_TEST(get("a") == "default/a@15");
    BOOST_TEST(get("a") == "default/a@15");
}

BOOST_FIXTURE_TEST_CASE(a_list_for_many_stale_keys_hides_nothing_that_arrives_meanwhile,
                        cached_client_world) {
    script_answer& watch = go_live(v, {thing("00", "3")}, "10");
    for (int i = 0; i < 20; ++i) own_writes(v).mark_stale({"default", fmt::format("{:02}", i)});
    net.expect("GET", in_default + "?limit=500").delay(500ms).json(list_json({}, "12"));
    std::string outcome;
    task_scope scope(l, "call");
    const auto call = [](cached_client_world& f, std::string& ended) -> awaitable<void> {
        const auto r = co_await f.reads.list_objects(kind_of<gadget>(), {});
        ended = r ? "\"" + labels_of_all(*r) + "\"" : "failed";
    };
    scope.spawn("call", call(*this, outcome));
    pass(100ms);
    watch.push(frame("ADDED", thing("05", "15")));
    pass(1s);
    BOOST_TEST(outcome == "\"default/05@15\"");
    // Only that one is still marked.
    net.expect("GET", object_target("05")).json(thing("05", "15").json());
    BOOST_TEST(list() == "default/05@15");
    BOOST_TEST(list() == "default/05@15");
}

BOOST_FIXTURE_TEST_CASE(after_a_write_of_unknown_outcome_the_key_is_read_from_the_server_once,
                        cached_client_world) {
    go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    expect_apply("a").fails(error(errc::connection_lost, "reset"));
    BOOST_TEST(apply("a") == "unknown_outcome");
    BOOST_TEST(get("b") == "default/b@3");
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    BOOST_TEST(get("a") == "default/a@12");
    BOOST_TEST(get("a") == "default/a@12");
    BOOST_TEST(list() == "default/a@12 default/b@3");
}

BOOST_FIXTURE_TEST_CASE(a_list_reads_stale_keys_first, cached_client_world) {
    go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    for (const char* name : {"a", "b", "new"}) {
        expect_apply(name).fails(error(errc::connection_lost, "reset"));
        apply(name);
    }
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    net.expect("GET", object_target("b")).status(404).json(status_json(404, "NotFound"));
    net.expect("GET", object_target("new")).json(thing("new", "13").json());
    BOOST_TEST(list() == "default/a@12 default/new@13");
    BOOST_TEST(list() == "default/a@12 default/new@13");
}

BOOST_FIXTURE_TEST_CASE(many_stale_keys_are_read_with_one_list, cached_client_world) {
    go_live(v, {thing("a", "2"), thing("00", "3")}, "10");
    for (int i = 0; i < 20; ++i) own_writes(v).mark_stale({"default", fmt::format("{:02}", i)});
    net.expect("GET", in_default + "?limit=500").json(list_json({thing("a", "2"), thing("05", "12")}, "20"));
    BOOST_TEST(list() == "default/05@12 default/a@2");
    BOOST_TEST(list() == "default/05@12 default/a@2");
}

BOOST_FIXTURE_TEST_CASE(a_creation_of_unknown_outcome_without_a_name_makes_lists_ask_the_server,
                        cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("POST", in_default + "*").fails(error(errc::connection_lost, "reset"));
    const std::string outcome = run([this]() -> awaitable<std::string> {
        gadget g;
        g.metadata.ns = "default";
        g.metadata.generate_name = "job-";
        auto r = co_await reads.create(g);
        co_return std::string(setpoint::to_string(r.error().code));
    });
    BOOST_TEST(outcome == "unknown_outcome");
    BOOST_TEST(get("a") == "default/a@2");
    net.expect("GET", in_default + "?limit=500")
        .json(list_json({thing("a", "2"), thing("job-x1", "11")}, "12"));
    BOOST_TEST(list() == "default/a@2 default/job-x1@11");
    BOOST_TEST(list() == "default/a@2 default/job-x1@11");
}

BOOST_FIXTURE_TEST_CASE(a_failed_live_read_is_an_error_and_not_a_stale_object, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    expect_apply("a").fails(error(errc::connection_lost, "reset"));
    apply("a");
    net.expect("GET", object_target("a")).status(403).json(status_json(403, "Forbidden"));
    BOOST_TEST(get("a") == "forbidden");
    net.expect("GET", object_target("a")).json(thing("a", "2").json());
    BOOST_TEST(get("a") == "default/a@2");
}

BOOST_FIXTURE_TEST_CASE(a_write_cancelled_in_flight_has_an_unknown_outcome, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    expect_apply("a").delay(10s).json(thing("a", "12").json());
    BOOST_TEST(apply("a", {}, 1s) == "");
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    BOOST_TEST(get("a") == "default/a@12");
}

BOOST_FIXTURE_TEST_CASE(errors_of_a_write_that_make_its_key_stale, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    const struct {
        int status;
        const char* reason;
        bool doubt;
    } cases[] = {{409, "Conflict", false},     {422, "Invalid", false},      {403, "Forbidden", false},
                 {404, "NotFound", false},     {500, "InternalError", true}, {504, "Timeout", true},
                 {409, "AlreadyExists", false}};
    for (const auto& one : cases) {
        BOOST_TEST_CONTEXT(one.status << ' ' << one.reason) {
            expect_apply("a").status(one.status).json(status_json(one.status, one.reason));
            apply("a");
            BOOST_TEST(!own_writes(v).needs_live_read({"default", "a"}) == !one.doubt);
            own_writes(v).written(thing("a", "2").object());
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
