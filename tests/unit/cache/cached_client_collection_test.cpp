// Reads after a deletecollection: never an object that may be gone.
#include "unit/cache/cached_client_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(cached_client_collection_test)

namespace {

struct fixture : cached_client_world {
    std::string remove_all(delete_options how = {}) {
        return run([this, how]() -> awaitable<std::string> {
            list_options which;
            which.ns = "default";
            const auto done = co_await reads.remove_all<gadget>(which, how);
            co_return done ? "ok" : std::string(setpoint::to_string(done.error().code));
        });
    }
    std::string remove_labelled(std::string labels) {
        return run([this, labels]() -> awaitable<std::string> {
            list_options which;
            which.ns = "default";
            which.label_selector = labels;
            const auto done = co_await reads.remove_all<gadget>(which);
            co_return done ? "ok" : std::string(setpoint::to_string(done.error().code));
        });
    }

    const made_gadget a = thing("a", "5"), b = thing("b", "6");
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(objects_that_may_be_gone_are_read_from_the_server, fixture) {
    go_live(v, {a, b}, "7");
    net.expect("DELETE", in_default).json(R"({"kind":"GadgetList","metadata":{},"items":[]})");
    BOOST_TEST(remove_all() == "ok");
    // One has a finalizer and still exists.
    net.expect("GET", in_default + "/a").status(404).json(status_json(404, "NotFound"));
    net.expect("GET", in_default + "/b").json(thing("b", "9").json());
    BOOST_TEST(get("a") == "not_found");
    BOOST_TEST(get("b") == "default/b@9");
    net.verify();
    // It has been read, so it is not requested again.
    BOOST_TEST(get("b") == "default/b@9");
}

BOOST_FIXTURE_TEST_CASE(a_refusal_and_a_dry_run_leave_the_cache_as_it_is, fixture) {
    go_live(v, {a, b}, "7");
    net.expect("DELETE", in_default).status(403).json(status_json(403, "Forbidden"));
    BOOST_TEST(remove_all() == "forbidden");
    net.expect("DELETE", in_default + "?dryRun=All")
        .json(R"({"kind":"GadgetList","metadata":{},"items":[]})");
    delete_options dry;
    dry.dry_run = true;
    BOOST_TEST(remove_all(dry) == "ok");
    BOOST_TEST(get("a") == "default/a@5");
}

BOOST_FIXTURE_TEST_CASE(a_lost_response_makes_all_of_them_stale, fixture) {
    go_live(v, {a, b}, "7");
    net.expect("DELETE", in_default).fails(error(errc::connection_lost, "cut"));
    BOOST_TEST(remove_all() == "unknown_outcome");
    net.expect("GET", in_default + "/a").json(thing("a", "5").json());
    BOOST_TEST(get("a") == "default/a@5");
}

BOOST_FIXTURE_TEST_CASE(a_list_reads_the_namespace_once_and_returns_the_remaining_objects, fixture) {
    script_answer& watch = go_live(v, {a, b, thing("c", "4")}, "7");
    net.expect("DELETE", in_default).json(R"({"kind":"GadgetList","metadata":{},"items":[]})");
    BOOST_TEST(remove_all() == "ok");
    // One is gone, one has a finalizer, and one was created meanwhile.
    net.expect("GET", in_default + "?limit=500")
        .json(list_json({thing("b", "9"), thing("c", "4"), thing("new", "10")}, "11"));
    net.expect("GET", in_default + "/c").json(thing("c", "4").json());
    BOOST_TEST(get("c") == "default/c@4");
    BOOST_TEST(list() == "default/b@9 default/c@4 default/new@10");
    net.verify();
    BOOST_TEST(list() == "default/b@9 default/c@4 default/new@10");
    BOOST_TEST(get("a") == "not_found");
    // Later objects are not affected.
    watch.push(frame("ADDED", thing("late", "20")));
    pass();
    BOOST_TEST(get("late") == "default/late@20");
}

BOOST_FIXTURE_TEST_CASE(only_selected_objects_are_stale, fixture) {
    made_gadget red = thing("red", "5"), blue = thing("blue", "6");
    red.app = "r";
    blue.app = "b";
    go_live(v, {blue, red}, "7");
    net.expect("DELETE", in_default + "?labelSelector=app%3Dr").json("{}");
    BOOST_TEST(remove_labelled("app=r") == "ok");
    BOOST_TEST(get("blue") == "default/blue@6");
    net.expect("GET", in_default + "/red").status(404).json(status_json(404, "NotFound"));
    BOOST_TEST(get("red") == "not_found");
}

BOOST_FIXTURE_TEST_CASE(objects_written_since_are_not_stale, fixture) {
    go_live(v, {a, b}, "7");
    net.expect("DELETE", in_default).json("{}");
    BOOST_TEST(remove_all() == "ok");
    net.expect("PATCH", in_default + "/a*").json(thing("a", "12").json());
    const std::string done = run([this]() -> awaitable<std::string> {
        const auto r = co_await reads.merge_patch<gadget>({"default", "a"}, {{"spec", {{"size", 1}}}});
        co_return r ? label_of(*r) : std::string(setpoint::to_string(r.error().code));
    });
    BOOST_TEST(done == "default/a@12");
    BOOST_TEST(get("a") == "default/a@12");
}

BOOST_FIXTURE_TEST_CASE(staleness_ends_when_the_watch_is_past_it, fixture) {
    script_answer& watch = go_live(v, {a, b}, "7");
    net.expect("DELETE", in_default).fails(error(errc::connection_lost, "cut"));
    BOOST_TEST(remove_all() == "unknown_outcome");
    for (int i = 0; i < 3; ++i) {
        pass(40s);
        watch.push(bookmark("8"));
    }
    pass();
    BOOST_TEST(get("a") == "default/a@5");
    BOOST_TEST(list() == "default/a@5 default/b@6");
}

BOOST_FIXTURE_TEST_CASE(staleness_ends_on_a_busy_watch_without_bookmarks_too, fixture) {
    script_answer& watch = go_live(v, {a, b}, "7");
    net.expect("DELETE", in_default).fails(error(errc::connection_lost, "cut"));
    BOOST_TEST(remove_all() == "unknown_outcome");
    for (int i = 0; i < 3; ++i) {
        pass(40s);
        watch.push(frame("MODIFIED", thing("b", std::to_string(8 + i))));
    }
    pass();
    BOOST_TEST(get("a") == "default/a@5");
}

BOOST_AUTO_TEST_SUITE_END()
