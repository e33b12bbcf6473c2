// A cache that another process's writes are ahead of: catch_up() waits for the watch, or lists.
#include "framework/cache/own_writes.hpp"
#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(catch_up_test)

namespace {

struct fixture : cache_world {
    // Returns when it has ended; nothing while it waits.
    void start_to_catch_up(std::string version) {
        tasks.spawn("catch up", [](fixture& f, std::string wanted) -> awaitable<void> {
            co_await f.c.catch_up({&f.v}, {{"gadgets.example.com", std::move(wanted)}});
            f.caught_up = f.l.now();
        }(*this, std::move(version)));
        pass();
    }
    cached_collection& v = c.watch<gadget>();
    std::optional<time_point> caught_up;
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(versions_that_were_seen_need_no_wait, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    for (const char* version : {"9", "10", "no number"}) {
        caught_up.reset();
        start_to_catch_up(version);
        BOOST_TEST(caught_up.has_value(), version);
    }
}

BOOST_FIXTURE_TEST_CASE(an_informer_reaches_its_own_entry_or_the_highest_of_its_resource, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    const auto catches_up = [&](std::map<std::string, std::string, std::less<>> last) {
        bool done = false;
        tasks.spawn("catch up", [](fixture& f, auto wanted, bool& ended) -> awaitable<void> {
            co_await f.c.catch_up({&f.v}, std::move(wanted));
            ended = true;
        }(*this, std::move(last), done));
        pass();
        return done;
    };
    BOOST_TEST(catches_up({{"gadgets.example.com", "10"}, {"gadgets.example.com in b", "99"}}));
    BOOST_TEST(catches_up({{"gadgets.example.community", "99"}, {"other.example.com", "99"}}));
    bool unused = false;
    tasks.spawn("never", [](fixture& f, bool& ended) -> awaitable<void> {
        co_await f.c.catch_up({&f.v}, {{"gadgets.example.com in b", "99"}});
        ended = true;
    }(*this, unused));
    pass();
    BOOST_TEST(!unused);
}

BOOST_FIXTURE_TEST_CASE(a_list_that_is_in_progress_does_not_count_as_the_newest, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    start_to_catch_up("12");
    // A gap: an older list is in progress when the patience ends.
    watch.push(error_frame(410, "Expired"));
    net.expect("GET", gadgets + "?resourceVersion=10").delay(5s).json(list_json({thing("a", "2")}, "11"));
    net.expect("GET", gadgets + "?limit=500").json(list_json({thing("a", "12")}, "13"));
    expect_watch("13");
    pass(5s);
    BOOST_TEST(!caught_up.has_value());
    pass(10s);
    BOOST_TEST(caught_up.has_value());
    BOOST_TEST(all(v) == "default/a@12");
}

BOOST_FIXTURE_TEST_CASE(it_waits_for_the_event_of_the_version, fixture) {
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    start_to_catch_up("12");
    watch.push(frame("MODIFIED", thing("a", "11")));
    pass();
    BOOST_TEST(!caught_up.has_value());
    watch.push(frame("MODIFIED", thing("a", "12")));
    pass();
    BOOST_TEST(caught_up.has_value());
    BOOST_TEST(all(v) == "default/a@12");
}

BOOST_FIXTURE_TEST_CASE(a_watch_that_stays_behind_is_replaced_by_a_list_of_the_newest_state, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    start_to_catch_up("12");
    net.expect("GET", gadgets + "?limit=500").delay(1s).json(list_json({thing("a", "12")}, "13"));
    expect_watch("13");
    pass(cache::catch_up_patience + 500ms);
    BOOST_TEST(!caught_up.has_value());
    pass(1s);
    BOOST_TEST(caught_up.has_value());
    BOOST_TEST(all(v) == "default/a@12");
}

BOOST_FIXTURE_TEST_CASE(a_server_that_was_restored_does_not_hold_it_up, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    start_to_catch_up("1000");
    net.expect("GET", gadgets + "?limit=500").json(list_json({thing("a", "2")}, "11"));
    expect_watch("11");
    pass(cache::catch_up_patience + 500ms);
    BOOST_TEST(caught_up.has_value());
}

BOOST_FIXTURE_TEST_CASE(the_last_answers_are_the_highest_in_scope, fixture) {
    go_live(v, {thing("a", "2")}, "10");
    BOOST_TEST(c.last_answers().empty());
    own_writes(v).written(thing("a", "9").object());
    own_writes(v).written(thing("b", "12").object());
    own_writes(v).written(thing("c", "11").object());
    BOOST_TEST(c.last_answers().size() == 1u);
    BOOST_TEST(c.last_answers().at("gadgets.example.com") == "12");
}

BOOST_AUTO_TEST_SUITE_END()
