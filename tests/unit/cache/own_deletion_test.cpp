// Reads after a deletion through the cache: never the deleted object, always the next one of that
// name.
#include "framework/cache/own_writes.hpp"
#include "unit/cache/cached_client_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(own_deletion_test)

BOOST_FIXTURE_TEST_CASE(a_deleted_object_reads_as_absent_until_another_takes_its_name, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).json("{}");
    BOOST_TEST(remove("a") == "removed");
    BOOST_TEST(get("a") == "not_found");
    BOOST_TEST(list() == "");
    watch.push(frame("MODIFIED", thing("a", "11")));
    pass();
    BOOST_TEST(get("a") == "not_found");
    made_gadget again = thing("a", "15");
    again.uid = "another";
    expect_apply("a").status(201).json(again.json());
    apply("a");
    BOOST_TEST(get("a") == "default/a@15");
    watch.push(frame("DELETED", thing("a", "12")));
    pass();
    BOOST_TEST(get("a") == "default/a@15");
    watch.push(frame("ADDED", again));
    pass();
    BOOST_TEST(get("a") == "default/a@15");
}

BOOST_FIXTURE_TEST_CASE(a_deletion_of_a_missing_object_hides_the_cached_one, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).status(404).json(status_json(404, "NotFound"));
    BOOST_TEST(remove("a") == "not_found");
    BOOST_TEST(get("a") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(a_deletion_of_an_uncached_object_hides_nothing_that_arrives_meanwhile,
                        cached_client_world) {
    script_answer& watch = go_live(v, {thing("b", "2")}, "10");
    const auto meanwhile = [&](const made_gadget& g) {
        watch.push(frame("ADDED", g));
        pass();
    };
    for (const bool found : {true, false}) {
        const std::string name = found ? "a" : "z";
        script_answer& answer = net.expect("DELETE", object_target(name)).delay(500ms);
        if (found)
            answer.json("{}");
        else
            answer.status(404).json(status_json(404, "NotFound"));
        std::string outcome;
        task_scope scope(l, "call");
        const auto call = [](cached_client_world& f, std::string of, std::string& ended) -> awaitable<void> {
            const auto r = co_await f.reads.remove<gadget>({"default", of}, {});
            ended = r ? "removed" : std::string(setpoint::to_string(r.error().code));
        };
        scope.spawn("call", call(*this, name, outcome));
        pass(100ms);
        made_gadget other = thing(name, found ? "15" : "25");
        other.uid = "another";
        meanwhile(other);
        pass(1s);
        BOOST_TEST(outcome == (found ? "removed" : "not_found"));
        net.expect("GET", object_target(name)).json(other.json());
        BOOST_TEST(get(name) == label_of(other.object()));
        BOOST_TEST(get(name) == label_of(other.object()));
    }
}

BOOST_FIXTURE_TEST_CASE(a_deletion_applies_to_the_object_in_any_view_of_the_kind, cached_client_world) {
    c.watch<gadget_names>();
    expect_list({}, "10");
    script_answer& watch = expect_watch("10");
    c.start(tasks);
    pass();
    // As the other view has it, from one of our reads.
    own_writes(v).written(thing("a", "12").object());
    net.expect("DELETE", object_target("a")).json("{}");
    const std::string removed = run([this]() -> awaitable<std::string> {
        auto r = co_await reads.remove<gadget_names>({"default", "a"}, {});
        co_return r ? "removed" : "failed";
    });
    BOOST_TEST(removed == "removed");
    BOOST_TEST(get("a") == "not_found");
    watch.push(frame("ADDED", thing("a", "12")));
    pass();
    BOOST_TEST(get("a") == "not_found");
    BOOST_TEST(get<gadget_names>("a") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(a_refused_deletion_changes_nothing, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).status(409).json(status_json(409, "Conflict"));
    delete_options o;
    o.uid = "other";
    BOOST_TEST(remove("a", o) == "conflict");
    BOOST_TEST(get("a") == "default/a@2");
}

BOOST_AUTO_TEST_SUITE_END()
