// An informer whose lists are streamed.
#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(informer_stream_test)

namespace {

struct fixture : cache_world {
    fixture() : cache_world(1, {}, {true}) { v.subscribe(seen.handler()); }

    script_answer& expect_stream(std::string_view version) {
        std::string with = version.empty() ? "" : fmt::format("&resourceVersion={}", version);
        return net
            .expect("GET", fmt::format("{}?watch=true&allowWatchBookmarks=true&sendInitialEvents=true{}"
                                       "&resourceVersionMatch=NotOlderThan&timeoutSeconds=*",
                                       gadgets, with))
            .stays_open();
    }
    static std::string end_of_list(std::string_view version) {
        return fmt::format(
            R"({{"type":"BOOKMARK","object":{{"kind":"Gadget","metadata":{{"resourceVersion":"{}",)"
            R"("creationTimestamp":null,"annotations":{{"k8s.io/initial-events-end":"true"}}}}}}}})"
            "\n",
            version);
    }
    cached_collection& v = c.watch<gadget>();
    change_log seen;
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(nothing_is_visible_before_the_end_of_the_list_and_the_watch_continues_after_it,
                        fixture) {
    script_answer& watch = expect_stream("");
    c.start(tasks);
    watch.push(frame("ADDED", thing("b", "3")) + frame("ADDED", thing("a", "2")));
    watch.push(frame("MODIFIED", thing("b", "11")) + frame("ADDED", thing("gone", "4")));
    watch.push(frame("DELETED", thing("gone", "12")) + bookmark("12"));
    pass();
    BOOST_TEST(all(v) == "");
    BOOST_TEST(!v.synced());
    BOOST_CHECK(v.state() == sync_state::listing);
    watch.push(end_of_list("12") + frame("ADDED", thing("c", "13")));
    pass();
    BOOST_TEST(v.synced());
    BOOST_CHECK(v.state() == sync_state::live);
    BOOST_TEST(seen.take() == "added default/a@2 initial, added default/b@11 initial, added default/c@13");
    BOOST_TEST(all(v) == "default/a@2 default/b@11 default/c@13");
    BOOST_TEST(watch.streams() == 1);
}

BOOST_FIXTURE_TEST_CASE(a_later_list_reports_changes_and_reads_continue_meanwhile, fixture) {
    script_answer& first = expect_stream("");
    c.start(tasks);
    first.push(frame("ADDED", thing("a", "2")) + frame("ADDED", thing("b", "3")) + end_of_list("10"));
    pass();
    seen.take();
    script_answer& second = expect_stream("10");
    first.push(error_frame(410, "Expired"));
    pass(2s);
    second.push(frame("ADDED", thing("b", "15")) + frame("ADDED", thing("c", "12")));
    pass();
    BOOST_TEST(all(v) == "default/a@2 default/b@3");
    BOOST_TEST(seen.take() == "");
    second.push(end_of_list("20"));
    pass();
    BOOST_TEST(all(v) == "default/b@15 default/c@12");
    BOOST_TEST(seen.take() == "deleted default/a@2 unknown, updated default/b@15, added default/c@12");
}

BOOST_FIXTURE_TEST_CASE(a_server_that_refuses_gets_plain_lists, fixture) {
    net.expect("GET", gadgets + "?watch=true&allowWatchBookmarks=true&sendInitialEvents=true*")
        .status(422)
        .json(status_json(422, "Invalid", "sendInitialEvents is forbidden for watch"));
    expect_list({thing("a", "1")}, "10");
    script_answer& watch = expect_watch("10");
    c.start(tasks);
    pass();
    BOOST_TEST(v.synced());
    BOOST_TEST(all(v) == "default/a@1");
    BOOST_TEST(watch.streams() == 1);
    BOOST_TEST(times_logged("does not stream lists") == 1u);
}

BOOST_FIXTURE_TEST_CASE(an_interrupted_list_leaves_nothing_behind, fixture) {
    script_answer& first = expect_stream("");
    c.start(tasks);
    first.push(frame("ADDED", thing("half", "2")));
    pass();
    expect_list({thing("a", "1")}, "10");
    expect_watch("10");
    first.cut(error(errc::connection_lost, "cut"));
    pass(2s);
    BOOST_TEST(v.synced());
    BOOST_TEST(all(v) == "default/a@1");
    BOOST_TEST(seen.take() == "added default/a@1 initial");
}

BOOST_FIXTURE_TEST_CASE(a_list_older_than_what_was_seen_is_dropped_and_requested_again, fixture) {
    script_answer& first = expect_stream("");
    c.start(tasks);
    first.push(frame("ADDED", thing("a", "2")) + end_of_list("100"));
    pass();
    seen.take();
    script_answer& old = expect_stream("100");
    first.push(error_frame(410, "Expired"));
    pass(2s);
    script_answer& newest = expect_stream("");
    old.push(end_of_list("50"));
    pass();
    BOOST_TEST(all(v) == "default/a@2");
    newest.push(frame("ADDED", thing("a", "2")) + end_of_list("101"));
    pass();
    BOOST_TEST(all(v) == "default/a@2");
    BOOST_TEST(seen.take() == "");
}

BOOST_FIXTURE_TEST_CASE(an_unreadable_object_keeps_its_previous_state, fixture) {
    script_answer& first = expect_stream("");
    c.start(tasks);
    first.push(frame("ADDED", thing("a", "2")) + end_of_list("10"));
    pass();
    script_answer& second = expect_stream("10");
    first.push(error_frame(410, "Expired"));
    pass(2s);
    second.push(R"({"type":"ADDED","object":{"metadata":{"name":"a","namespace":"default","uid":"uid-a",)"
                R"("resourceVersion":"11"},"spec":{"size":"many"}}})"
                "\n" +
                end_of_list("12"));
    pass();
    BOOST_TEST(all(v) == "default/a@2");
    BOOST_TEST(times_logged("an object cannot be decoded") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_view_added_during_a_streamed_list_restarts_it, fixture) {
    script_answer& first = expect_stream("");
    c.start(tasks);
    first.push(frame("ADDED", thing("a", "2")));
    pass();
    script_answer& second = expect_stream("");
    cached_collection& names = c.watch<gadget_names>();
    pass();
    BOOST_TEST(second.streams() == 1);
    second.push(frame("ADDED", thing("a", "2")) + end_of_list("10"));
    pass();
    BOOST_TEST(v.synced());
    BOOST_TEST(names.synced());
    BOOST_TEST(names.size() == 1u);
    BOOST_TEST(seen.take() == "added default/a@2 initial");
}

BOOST_AUTO_TEST_SUITE_END()
