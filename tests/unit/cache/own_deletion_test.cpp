// Reads after a deletion through the cache: never the deleted object, always the next one of that
// name.
#include "framework/cache/own_writes.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/json/decode.hpp"
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

namespace {

// As the server has it while a finalizer holds it, and as it answers the removal of the last one: with the
// version of the state before.
std::string terminating(std::string_view version, std::string_view finalizers, std::string_view more = {}) {
    return fmt::format(
        R"({{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{{"name":"a","namespace":"default",)"
        R"("uid":"uid-a","resourceVersion":"{}","deletionTimestamp":"2026-01-01T00:00:00Z"{},)"
        R"("finalizers":[{}]}},"spec":{{}}}})",
        version, more, finalizers);
}
std::string modified(const std::string& object) {
    return fmt::format("{{\"type\":\"MODIFIED\",\"object\":{}}}\n", object);
}
std::string patch_finalizers(cached_client_world& w) {
    return w.run([&w]() -> awaitable<std::string> {
        const boost::json::object none{{"metadata", {{"finalizers", boost::json::array()}}}};
        auto r = co_await w.reads.merge_patch<gadget>({"default", "a"}, none);
        co_return r ? "patched" : std::string(setpoint::to_string(r.error().code));
    });
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(the_last_finalizers_removal_reads_as_absent, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    watch.push(modified(terminating("11", R"("f")")));
    pass();
    BOOST_TEST(get("a") == "default/a@11");
    expect_apply("a").json(terminating("11", ""));
    BOOST_TEST(patch_finalizers(*this) == "patched");
    BOOST_TEST(get("a") == "not_found");
    BOOST_TEST(list() == "");
    // Another write of that state arrives late.
    watch.push(modified(terminating("12", R"("f")")));
    pass();
    BOOST_TEST(get("a") == "not_found");
    made_gadget next = thing("a", "20");
    next.uid = "another";
    watch.push(frame("DELETED", thing("a", "13")) + frame("ADDED", next));
    pass();
    BOOST_TEST(get("a") == "default/a@20");
}

BOOST_FIXTURE_TEST_CASE(the_removal_of_one_of_several_finalizers_reads_as_written, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    watch.push(modified(terminating("11", R"("f","g")")));
    pass();
    expect_apply("a").json(terminating("12", R"("g")"));
    BOOST_TEST(patch_finalizers(*this) == "patched");
    BOOST_TEST(get("a") == "default/a@12");
}

BOOST_FIXTURE_TEST_CASE(a_deletion_that_only_marks_reads_as_terminating, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).json(terminating("11", R"("f")"));
    BOOST_TEST(remove("a") == "removed");
    BOOST_TEST(get("a") == "default/a@11");
    BOOST_TEST(is_deleting(static_cast<const gadget*>(v.find({"default", "a"}).get())->metadata));
    BOOST_TEST(list() == "default/a@11");
}

BOOST_FIXTURE_TEST_CASE(a_grace_period_reads_as_terminating_until_it_is_zero, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a"))
        .json(terminating("11", "", R"(,"deletionGracePeriodSeconds":30)"));
    BOOST_TEST(remove("a") == "removed");
    BOOST_TEST(get("a") == "default/a@11");
    net.expect("DELETE", object_target("a"))
        .json(terminating("11", "", R"(,"deletionGracePeriodSeconds":0)"));
    BOOST_TEST(remove("a") == "removed");
    BOOST_TEST(get("a") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(a_deletion_that_returns_the_object_hides_it, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    net.expect("DELETE", object_target("a")).json(thing("a", "2").json());
    BOOST_TEST(remove("a") == "removed");
    BOOST_TEST(get("a") == "not_found");
    watch.push(modified(terminating("11", R"("f")")));
    pass();
    BOOST_TEST(get("a") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(a_missing_terminating_object_is_not_shown_again, cached_client_world) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    watch.push(modified(terminating("11", R"("f")")));
    pass();
    net.expect("DELETE", object_target("a")).status(404).json(status_json(404, "NotFound"));
    BOOST_TEST(remove("a") == "not_found");
    BOOST_TEST(get("a") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(an_object_that_a_patch_does_not_find_reads_as_absent, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    expect_apply("a").status(404).json(status_json(404, "NotFound", "the namespace is not there"));
    BOOST_TEST(patch_finalizers(*this) == "not_found");
    BOOST_TEST(get("a") == "default/a@2");
    expect_apply("a").status(404).json(
        status_json(404, "NotFound", R"(gadgets.example.com \"a\" not found)"));
    BOOST_TEST(patch_finalizers(*this) == "not_found");
    BOOST_TEST(get("a") == "not_found");
}

// Its finalizers are in its spec.
BOOST_AUTO_TEST_CASE(a_terminating_namespace_has_not_reached_its_end) {
    const auto made = [](const kind_info& kind) {
        std::shared_ptr<void> o = kind.make();
        const auto read = json::decode_into(
            *kind.type, o.get(), R"({"metadata":{"name":"a","deletionTimestamp":"2026-01-01T00:00:00Z"}})");
        BOOST_TEST_REQUIRE(read.has_value());
        return object_ptr(o);
    };
    BOOST_TEST(!is_last_state(kind_of<core_v1::namespace_>(), made(kind_of<core_v1::namespace_>())));
    BOOST_TEST(is_terminating(kind_of<core_v1::namespace_>(), made(kind_of<core_v1::namespace_>())));
    BOOST_TEST(is_last_state(kind_of<gadget>(), made(kind_of<gadget>())));
    BOOST_TEST(!is_terminating(kind_of<gadget>(), made(kind_of<gadget>())));
}

BOOST_FIXTURE_TEST_CASE(a_live_clients_writes_show_in_the_cache, cached_client_world) {
    go_live(v, {thing("a", "2")}, "10");
    live_client live(api, reads);
    expect_apply("a").json(thing("a", "11").json());
    const std::string applied = run([&]() -> awaitable<std::string> {
        gadget g;
        g.metadata.ns = "default";
        g.metadata.name = "a";
        const auto r = co_await live.apply(g);
        co_return r ? label_of(*r) : "failed";
    });
    BOOST_TEST(applied == "default/a@11");
    BOOST_TEST(get("a") == "default/a@11");
    net.expect("GET", object_target("a")).json(thing("a", "12").json());
    const std::string read = run([&]() -> awaitable<std::string> {
        const auto r = co_await live.get<gadget>({"default", "a"});
        co_return r ? label_of(*r) : "failed";
    });
    BOOST_TEST(read == "default/a@12");
}

BOOST_AUTO_TEST_SUITE_END()
