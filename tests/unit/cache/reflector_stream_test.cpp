// Lists that are streamed as the beginning of a watch.
#include "unit/cache/reflector_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(reflector_stream_test)

using kind = reflector_step::kind;
using list_decision = reflector_fsm::list_decision;

namespace {

struct fixture : reflector_fixture {
    fixture() : reflector_fixture(1, true) {}
    void expect_stream(std::string_view version) {
        const reflector_step s = step();
        BOOST_REQUIRE(s.what == kind::watch);
        BOOST_TEST(s.initial_events);
        BOOST_TEST(s.resource_version == version);
        BOOST_TEST(s.timeout_seconds >= reflector_fsm::min_watch_seconds);
        BOOST_TEST(s.limit == 0);
    }
    // A list was streamed up to `version`, and its watch is open.
    void stream(std::string_view version) {
        pass_wait();
        BOOST_REQUIRE(step().initial_events);
        fsm.watch_opened(now);
        BOOST_REQUIRE(fsm.initial_events_end(version) == list_decision::accept);
        now += 10s;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_first_list_is_requested_without_a_version_and_the_watch_continues_from_its_end) {
    fixture f;
    f.expect_stream("");
    BOOST_CHECK(f.fsm.state() == sync_state::listing);
    f.fsm.watch_opened(f.now);
    BOOST_CHECK(f.fsm.state() == sync_state::listing);
    f.fsm.event(watch_event::added, "40");
    f.fsm.event(watch_event::added, "7");
    f.fsm.event(watch_event::modified, "41");
    BOOST_TEST(f.fsm.version() == "");
    BOOST_CHECK(f.fsm.initial_events_end("43") == list_decision::accept);
    BOOST_CHECK(f.fsm.state() == sync_state::live);
    BOOST_TEST(f.fsm.version() == "43");
    f.fsm.event(watch_event::modified, "44");
    BOOST_TEST(f.fsm.version() == "44");
    BOOST_TEST(f.lines() == "debug: listing\ninfo: synced and watching\n");
}

BOOST_AUTO_TEST_CASE(a_watch_that_ends_is_resumed_without_a_list) {
    fixture f;
    f.stream("43");
    f.fsm.watch_closed(f.now);
    f.expect_watch("43");
    BOOST_TEST(!f.step().initial_events);
}

BOOST_AUTO_TEST_CASE(a_later_list_names_the_last_version) {
    fixture f;
    f.stream("43");
    f.fsm.error_event(f.now, failure(errc::server_error));
    f.pass_wait();
    f.expect_stream("43");
}

BOOST_AUTO_TEST_CASE(a_server_that_refuses_gets_plain_lists_from_then_on) {
    for (const errc code : {errc::invalid, errc::unsupported}) {
        fixture f;
        f.step();
        f.fsm.watch_refused(f.now, failure(code, "sendInitialEvents: Forbidden"));
        f.expect_list("0", 500);
        BOOST_TEST(f.lines() ==
                   "debug: listing\ninfo: the server does not stream lists of pods: listing as usual "
                   "(sendInitialEvents: Forbidden)\n");
        BOOST_CHECK(f.fsm.page_read("41", "") == list_decision::accept);
        f.expect_watch("41");
        f.fsm.watch_opened(f.now);
        f.now += 10s;
        f.fsm.error_event(f.now, failure(errc::server_error));
        f.pass_wait();
        f.expect_list("41", 0);
    }
}

BOOST_AUTO_TEST_CASE(a_server_that_never_ends_the_list_gets_plain_lists) {
    fixture f;
    f.step();
    f.fsm.watch_opened(f.now);
    f.fsm.event(watch_event::added, "40");
    f.fsm.watch_broken(f.now, failure(errc::timeout, "nothing for 75 s"));
    f.expect_list("0", 500);
}

BOOST_AUTO_TEST_CASE(a_server_that_is_too_slow_to_begin_gets_a_plain_list_once) {
    fixture f;
    f.step();
    f.fsm.watch_refused(f.now, failure(errc::timeout, "no answer"));
    BOOST_CHECK(f.pass_wait() > 0s);
    f.expect_list("0", 500);
    f.fsm.page_read("41", "");
    f.step();
    f.fsm.watch_opened(f.now);
    f.now += 10s;
    f.fsm.error_event(f.now, failure(errc::server_error));
    f.pass_wait();
    f.expect_stream("41");
}

BOOST_AUTO_TEST_CASE(an_interrupted_list_is_followed_by_a_plain_one_and_then_by_streams_again) {
    fixture f;
    f.step();
    f.fsm.watch_opened(f.now);
    f.fsm.event(watch_event::added, "40");
    f.fsm.watch_closed(f.now);
    BOOST_CHECK(f.fsm.state() == sync_state::retrying);
    BOOST_CHECK(f.pass_wait() > 0s);
    f.expect_list("0", 500);
    BOOST_CHECK(f.fsm.page_read("41", "") == list_decision::accept);
    f.step();
    f.fsm.watch_opened(f.now);
    f.now += 10s;
    f.fsm.error_event(f.now, failure(errc::gone));
    f.pass_wait();
    f.expect_stream("41");
}

BOOST_AUTO_TEST_CASE(an_unreachable_or_busy_server_is_asked_for_a_stream_again) {
    for (const errc code : {errc::unreachable, errc::too_many_requests}) {
        fixture f;
        f.step();
        f.fsm.watch_refused(f.now, failure(code));
        BOOST_CHECK(f.pass_wait() > 0s);
        f.expect_stream("");
    }
}

BOOST_AUTO_TEST_CASE(a_version_that_is_not_served_leads_to_the_newest_state) {
    for (const errc code : {errc::gone, errc::version_too_large}) {
        fixture f;
        f.stream("43");
        f.fsm.error_event(f.now, failure(errc::server_error));
        f.pass_wait();
        f.expect_stream("43");
        f.fsm.watch_refused(f.now, failure(code));
        f.expect_stream("");
        // An ERROR event has the same meaning.
        f.fsm.watch_opened(f.now);
        f.fsm.error_event(f.now, failure(code));
        BOOST_CHECK(f.pass_wait() > 0s);
    }
}

BOOST_AUTO_TEST_CASE(a_list_that_is_older_than_what_was_seen_is_refused) {
    fixture f;
    f.stream("43");
    f.fsm.error_event(f.now, failure(errc::server_error));
    f.pass_wait();
    f.expect_stream("43");
    f.fsm.watch_opened(f.now);
    BOOST_CHECK(f.fsm.initial_events_end("12") == list_decision::refuse);
    f.expect_stream("");
    f.fsm.watch_opened(f.now);
    // Confirmed by a quorum: the server went back in time.
    BOOST_CHECK(f.fsm.initial_events_end("12") == list_decision::accept);
    BOOST_TEST(f.fsm.version() == "12");
}

BOOST_AUTO_TEST_CASE(a_late_view_makes_it_stream_again) {
    fixture f;
    f.stream("43");
    f.fsm.relist();
    f.expect_stream("43");
    // One that is added during a streamed list restarts the list.
    f.fsm.watch_opened(f.now);
    f.fsm.relist();
    f.expect_stream("43");
    BOOST_TEST(!f.fsm.relist_wanted());
}

BOOST_AUTO_TEST_CASE(events_of_a_stream_that_was_replaced_do_not_count_for_its_successor) {
    fixture f;
    f.step();
    f.fsm.watch_opened(f.now);
    f.fsm.event(watch_event::added, "40");
    f.fsm.relist();
    f.expect_stream("");
    f.fsm.watch_opened(f.now);
    BOOST_REQUIRE(f.fsm.initial_events_end("43") == list_decision::accept);
    // A watch that ends at once without any event must not be resumed.
    f.fsm.watch_closed(f.now);
    BOOST_CHECK(f.pass_wait() > 0s);
    f.expect_stream("43");
}

BOOST_AUTO_TEST_SUITE_END()
