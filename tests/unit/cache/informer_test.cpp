#include "framework/cache/own_writes.hpp"
#include "unit/cache/cache_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(informer_test)

namespace {

struct fixture : cache_world {
    fixture() { v.subscribe(seen.handler()); }
    cached_collection& v = c.watch<gadget>();
    change_log seen;
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(it_lists_then_watches_and_delivers_changes, fixture) {
    BOOST_CHECK(v.state() == sync_state::starting);
    BOOST_TEST(!v.synced());
    script_answer& watch = go_live(v, {thing("b", "3"), thing("a", "2")}, "10");
    BOOST_TEST(seen.take() == "added default/a@2 initial, added default/b@3 initial");
    BOOST_TEST(all(v) == "default/a@2 default/b@3");
    watch.push(frame("ADDED", thing("c", "11")) + frame("MODIFIED", thing("a", "12")));
    watch.push(frame("DELETED", thing("b", "13")));
    pass();
    BOOST_TEST(seen.take() == "added default/c@11, updated default/a@12, deleted default/b@3");
    BOOST_TEST(all(v) == "default/a@12 default/c@11");
    BOOST_TEST(v.size() == 2u);
    BOOST_TEST(v.bytes() > 2 * sizeof(gadget));
    BOOST_TEST(c.problems().empty());
}

BOOST_FIXTURE_TEST_CASE(pages_are_followed_and_taken_in_at_once, fixture) {
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .json(list_json({thing("a", "1")}, "10", "t1"));
    net.expect("GET", gadgets + "?limit=500&continue=t1")
        .delay(1s)
        .json(list_json({thing("b", "2")}, "10", "t2"));
    net.expect("GET", gadgets + "?limit=500&continue=t2").json(list_json({thing("c", "3")}, "10"));
    expect_watch("10");
    c.start(tasks);
    pass(500ms);
    BOOST_TEST(all(v) == "");
    BOOST_CHECK(v.state() == sync_state::listing);
    BOOST_TEST(c.problems().size() == 1u);
    pass(1s);
    BOOST_TEST(all(v) == "default/a@1 default/b@2 default/c@3");
}

BOOST_FIXTURE_TEST_CASE(compaction_while_paging_leads_to_one_list_without_pages, fixture) {
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .json(list_json({thing("a", "1")}, "10", "t1"));
    net.expect("GET", gadgets + "?limit=500&continue=t1").status(410).json(status_json(410, "Expired"));
    net.expect("GET", gadgets + "?resourceVersion=0").json(list_json({thing("b", "2")}, "12"));
    expect_watch("12");
    c.start(tasks);
    pass();
    // Items of the failed pages are not mixed in.
    BOOST_TEST(all(v) == "default/b@2");
    BOOST_TEST(seen.take() == "added default/b@2 initial");
}

BOOST_FIXTURE_TEST_CASE(a_clean_close_resumes_after_the_last_delivered_version, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    first.push(frame("MODIFIED", thing("a", "12")));
    first.push(bookmark("40"));
    pass();
    seen.take();
    logged();
    script_answer& second = expect_watch("40");
    first.end();
    pass();
    second.push(frame("MODIFIED", thing("a", "41")));
    pass();
    BOOST_TEST(seen.take() == "updated default/a@41");
    BOOST_TEST(logged() == "");
}

BOOST_FIXTURE_TEST_CASE(a_reset_inside_an_event_delivers_nothing_of_it_and_resumes, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    const std::string whole = frame("MODIFIED", thing("a", "12"));
    first.push(whole.substr(0, whole.size() / 2));
    first.cut(error(errc::connection_lost, "the connection was reset"));
    script_answer& second = expect_watch("10");
    seen.take();
    pass();
    BOOST_TEST(seen.take() == "");
    second.push(whole);
    pass();
    BOOST_TEST(seen.take() == "updated default/a@12");
    BOOST_TEST(times_logged("the watch broke: opening it again (the connection was reset)") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_stream_that_ends_inside_an_event_was_cut_short, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    first.push(R"({"type":"MODIFIED",)");
    first.end();
    expect_watch("10");
    pass();
    BOOST_TEST(times_logged("ended inside an event") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_silent_watch_is_abandoned_after_75_seconds_and_resumed, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    for (int i = 0; i < 5; ++i) {
        pass(60s);
        first.push(bookmark(std::to_string(20 + i)));
        pass();
    }
    BOOST_TEST(first.streams() == 1);
    logged();
    pass(74s);
    BOOST_TEST(first.streams() == 1);
    expect_watch("24");
    pass(2s);
    BOOST_TEST(first.streams() == 0);
    BOOST_TEST(times_logged("the watch was silent for too long: opening it again") == 1u);
    BOOST_CHECK(v.state() == sync_state::live);
}

BOOST_FIXTURE_TEST_CASE(a_watch_that_trickles_bytes_without_an_event_is_silent, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    const std::string whole = frame("MODIFIED", thing("a", "12"));
    for (std::size_t i = 0; i < 7; ++i) {
        first.push(whole.substr(i, 1));
        pass(10s);
    }
    BOOST_TEST(first.streams() == 1);
    logged();
    expect_watch("10");
    first.push(whole.substr(7, 1));
    pass(10s);
    BOOST_TEST(first.streams() == 0);
    BOOST_TEST(times_logged("the watch was silent for too long: opening it again") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_list_that_trickles_forever_is_abandoned, fixture) {
    script_answer& first = net.expect("GET", gadgets + "?resourceVersion=0&limit=500");
    const std::string list = list_json({thing("a", "2")}, "10");
    for (const char byte : list) first.body(std::string(1, byte), 30s);
    expect_list({thing("a", "2")}, "10");
    expect_watch("10");
    c.start(tasks);
    pass(4min);
    BOOST_TEST(!v.synced());
    pass(2min);
    BOOST_TEST(v.synced());
    BOOST_TEST(times_logged("timed out after 300 s") == 1u);
}

BOOST_FIXTURE_TEST_CASE(an_own_write_undone_between_two_lists_is_reported_as_deleted, fixture) {
    script_answer& first = go_live(v, {}, "10");
    pass(5s);
    own_writes(v).written(thing("a", "12").object());
    BOOST_TEST(label_of(v.find({"default", "a"})) == "default/a@12");
    seen.take();
    // The watch delivers nothing more; by the next list it was deleted by another client.
    net.expect("GET", gadgets + "?resourceVersion=10").json(list_json({}, "20"));
    expect_watch("20");
    first.push(error_frame(410, "Expired"));
    pass(2s);
    BOOST_TEST(label_of(v.find({"default", "a"})) == "none");
    BOOST_TEST(seen.take() == "deleted default/a@12 unknown");
    // Its response arrived after the list.
    own_writes(v).written(thing("b", "15").object());
    BOOST_TEST(label_of(v.find({"default", "b"})) == "none");
    BOOST_TEST(seen.take() == "deleted default/b@15 unknown");
}

BOOST_FIXTURE_TEST_CASE(an_expired_version_lists_again_and_reports_only_differences, fixture) {
    script_answer& first = go_live(v, {thing("a", "2"), thing("b", "3"), thing("c", "4")}, "10");
    seen.take();
    pass(5s);
    const object_ptr a = v.find({"default", "a"});
    first.push(error_frame(410, "Expired"));
    pass();
    BOOST_CHECK(v.state() == sync_state::retrying);
    BOOST_TEST(all(v) == "default/a@2 default/b@3 default/c@4");
    net.expect("GET", gadgets + "?resourceVersion=10")
        .json(list_json({thing("a", "2"), thing("c", "20"), thing("d", "21")}, "30"));
    expect_watch("30");
    pass(2s);
    BOOST_TEST(seen.take() == "deleted default/b@3 unknown, updated default/c@20, added default/d@21");
    BOOST_CHECK(v.find({"default", "a"}) == a);
    BOOST_CHECK(v.state() == sync_state::live);
}

BOOST_FIXTURE_TEST_CASE(a_watch_refused_with_410_lists_again_and_an_expired_list_asks_for_the_newest,
                        fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    first.end();
    net.expect("GET", gadgets + "?watch=true&allowWatchBookmarks=true&resourceVersion=10*")
        .status(410)
        .json(status_json(410, "Expired"));
    net.expect("GET", gadgets + "?resourceVersion=10").status(410).json(status_json(410, "Expired"));
    net.expect("GET", gadgets + "?limit=500").json(list_json({thing("a", "2")}, "30"));
    expect_watch("30");
    seen.take();
    pass(2s);
    BOOST_TEST(seen.take() == "");
    BOOST_CHECK(v.state() == sync_state::live);
}

BOOST_FIXTURE_TEST_CASE(a_refused_connection_and_429_do_not_list_again, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    first.end();
    net.expect("GET", gadgets + "?watch=true*").fails(error(errc::unreachable, "connection refused"));
    net.expect("GET", gadgets + "?watch=true*")
        .status(429)
        .header("Retry-After", "5")
        .json(status_json(429, "TooManyRequests"));
    script_answer& again = expect_watch("10");
    pass(1s);
    BOOST_CHECK(v.state() == sync_state::retrying);
    BOOST_TEST_REQUIRE(c.problems().size() == 1u);
    BOOST_TEST(
        c.problems()[0].starts_with("gadgets.example.com: retrying: cannot watch gadgets.example.com: "),
        c.problems()[0]);
    pass(30s);
    BOOST_TEST(again.streams() == 1);
    BOOST_TEST(net.count("GET", gadgets + "?resourceVersion*") == 1u);
    BOOST_TEST(v.why() == "");
}

BOOST_FIXTURE_TEST_CASE(a_429_event_backs_off_and_watches_on, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    first.push(frame("MODIFIED", thing("a", "12")) + error_frame(429, "TooManyRequests"));
    script_answer& second = expect_watch("12");
    pass(2s);
    BOOST_TEST(second.streams() == 1);
}

BOOST_FIXTURE_TEST_CASE(garbage_on_the_watch_lists_again, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    first.push("<html>proxy error</html>\n");
    net.expect("GET", gadgets + "?resourceVersion=10").json(list_json({thing("a", "15")}, "20"));
    expect_watch("20");
    seen.take();
    pass(2s);
    BOOST_TEST(seen.take() == "updated default/a@15");
    BOOST_TEST(times_logged("watch frame 1 is not a JSON object") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_missing_cluster_at_start_is_awaited, fixture) {
    for (int i = 0; i < 4; ++i)
        net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
            .fails(error(errc::unreachable, "connection refused"));
    c.start(tasks);
    pass(2s);
    BOOST_TEST(!v.synced());
    BOOST_CHECK(v.state() == sync_state::retrying);
    BOOST_TEST(times_logged("connection refused") == 1u);
    expect_list({thing("a", "2")}, "10");
    expect_watch("10");
    pass(60s);
    BOOST_TEST(v.synced());
    BOOST_TEST(times_logged("retrying") == 1u);
    BOOST_TEST(times_logged("watching again") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_kind_that_is_not_installed_is_named_and_recovers_by_itself, fixture) {
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500").status(404).body("404 page not found\n");
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500").status(404).body("404 page not found\n");
    expect_list({thing("a", "2")}, "10").delay(50ms);
    expect_watch("10");
    c.start(tasks);
    pass(500ms);
    BOOST_TEST(v.why().starts_with(
                   "the server has no gadgets.example.com, is the CustomResourceDefinition installed?"),
               v.why());
    BOOST_TEST(c.problems().size() == 1u);
    pass(20s);
    BOOST_TEST(v.synced());
    BOOST_TEST(c.problems().empty());
    BOOST_TEST(times_logged("is the CustomResourceDefinition installed?") == 1u);
}

BOOST_FIXTURE_TEST_CASE(missing_permission_is_named_and_ends_when_it_is_granted, fixture) {
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500")
        .status(403)
        .json(status_json(403, "Forbidden", "gadgets is forbidden: cannot list"));
    expect_list({thing("a", "2")}, "10");
    expect_watch("10");
    c.start(tasks);
    pass(500ms);
    BOOST_TEST(v.why().starts_with("no permission (RBAC) to list gadgets.example.com: "), v.why());
    BOOST_TEST(v.why().find("gadgets is forbidden: cannot list") != std::string::npos, v.why());
    pass(5s);
    BOOST_TEST(v.synced());
}

BOOST_FIXTURE_TEST_CASE(objects_that_do_not_fit_are_skipped_and_logged_once, fixture) {
    std::string odd = thing("odd", "3").json();
    odd.replace(odd.find("\"size\":0"), 8, "\"size\":\"x\"");
    std::string body = list_json({thing("a", "2"), thing("b", "4")}, "10");
    body.insert(body.find("[{") + 1, odd + ",");
    net.expect("GET", gadgets + "?resourceVersion=0&limit=500").json(body);
    script_answer& watch = expect_watch("10");
    c.start(tasks);
    pass();
    BOOST_TEST(all(v) == "default/a@2 default/b@4");
    BOOST_TEST(times_logged("object=default/odd") == 1u);
    BOOST_TEST(times_logged("items[0].spec.size: expected an integer, found a string") == 1u);
    seen.take();
    logged();
    // On the watch: a valid object keeps its last state, and the version advances.
    std::string spoilt = frame("MODIFIED", thing("a", "11"));
    spoilt.replace(spoilt.find("\"size\":0"), 8, "\"size\":1.5");
    watch.push(spoilt + spoilt + frame("MODIFIED", thing("b", "12")));
    pass(5s);
    BOOST_TEST(all(v) == "default/a@2 default/b@12");
    BOOST_TEST(seen.take() == "updated default/b@12");
    BOOST_TEST(times_logged("object=default/a") == 1u);
    BOOST_TEST(gauge("setpoint_informer_events_total{namespace=\"\",resource=\"gadgets.example.com\","
                     "selector=\"\",type=\"unreadable\"") == 3);
    // A later list contains it, unreadable: this is not a deletion.
    watch.push(error_frame(410, "Expired"));
    std::string later = list_json({thing("a", "11"), thing("b", "12")}, "20");
    later.replace(later.find("\"size\":0"), 8, "\"size\":\"x\"");
    net.expect("GET", gadgets + "?resourceVersion=12").json(later);
    script_answer& next = expect_watch("20");
    pass(2s);
    BOOST_TEST(seen.take() == "");
    BOOST_TEST(all(v) == "default/a@2 default/b@12");
    // A deletion needs only its name.
    std::string end = frame("DELETED", thing("a", "21"));
    end.replace(end.find("\"size\":0"), 8, "\"size\":\"x\"");
    next.push(end);
    pass();
    BOOST_TEST(seen.take() == "deleted default/a@2");
}

BOOST_FIXTURE_TEST_CASE(a_list_from_the_past_is_rejected, fixture) {
    script_answer& first = go_live(v, {thing("a", "2")}, "10");
    pass(5s);
    first.push(frame("MODIFIED", thing("a", "50")));
    pass();
    seen.take();
    first.push(error_frame(500, "InternalError"));
    net.expect("GET", gadgets + "?resourceVersion=50").json(list_json({thing("a", "2")}, "40"));
    net.expect("GET", gadgets + "?limit=500").json(list_json({thing("a", "50")}, "60"));
    expect_watch("60");
    pass(2s);
    BOOST_TEST(seen.take() == "");
    BOOST_TEST(held(v, "a") == "default/a@50");
    BOOST_TEST(times_logged("older than 50 that was seen: refused") == 1u);
}

BOOST_FIXTURE_TEST_CASE(the_state_is_a_metric, fixture) {
    const auto state = [&](std::string s) {
        return gauge(
            fmt::format("setpoint_informer_state{{namespace=\"\",resource=\"gadgets.example.com\",selector="
                        "\"\",state=\"{}\"",
                        s));
    };
    BOOST_TEST(state("starting") == 1);
    script_answer& watch = go_live(v, {thing("a", "2"), thing("b", "3")}, "10");
    BOOST_TEST(state("starting") == 0);
    BOOST_TEST(state("live") == 1);
    BOOST_TEST(gauge("setpoint_informer_objects{namespace=\"\",resource=\"gadgets.example.com\",selector="
                     "\"\",view=\"full\"") == 2);
    BOOST_TEST(gauge("setpoint_informer_bytes{namespace=\"\",resource=\"gadgets.example.com\",selector=\"\","
                     "view=\"full\"") > 100);
    pass(5s);
    watch.push(frame("DELETED", thing("a", "11")) + bookmark("12"));
    pass();
    BOOST_TEST(gauge("setpoint_informer_objects{namespace=\"\",resource=\"gadgets.example.com\",selector="
                     "\"\",view=\"full\"") == 1);
    BOOST_TEST(gauge("setpoint_informer_events_total{namespace=\"\",resource=\"gadgets.example.com\","
                     "selector=\"\",type=\"BOOKMARK\"") == 1);
    const double now = std::chrono::duration<double>(l.wall_now().time_since_epoch()).count();
    BOOST_TEST(std::abs(gauge("setpoint_informer_last_event_seconds{") - now) < 1);
    BOOST_TEST(gauge("setpoint_informer_lists_total{namespace=\"\",resource=\"gadgets.example.com\",result="
                     "\"success\"") == 1);
    BOOST_TEST(gauge("setpoint_informer_watches_total{") == 1);
}

BOOST_FIXTURE_TEST_CASE(the_age_counts_from_the_last_list_event_or_bookmark, fixture) {
    const auto age = [&] { return measured.sum("setpoint_informer_age_seconds").value_or(-1); };
    const auto about = boost::test_tools::tolerance(1e-6);
    pass(20s);
    BOOST_TEST(age() == 20.0, about);
    script_answer& watch = go_live(v, {thing("a", "2")}, "10");
    BOOST_TEST(age() < 1.0);
    pass(30s);
    BOOST_TEST(age() >= 30.0);
    watch.push(frame("MODIFIED", thing("a", "12")));
    pass();
    BOOST_TEST(age() < 1.0);
    pass(40s);
    watch.push(bookmark("12"));
    pass();
    BOOST_TEST(age() < 1.0);
}

BOOST_AUTO_TEST_SUITE_END()
