#include "unit/cache/reflector_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

// The cases of client-go's reflector, one test each.
BOOST_AUTO_TEST_SUITE(reflector_fsm_test)

using kind = reflector_step::kind;
using list_decision = reflector_fsm::list_decision;
using fixture = reflector_fixture;

BOOST_AUTO_TEST_CASE(the_first_list_requests_any_state_in_pages_and_the_watch_starts_where_it_ended) {
    fixture f;
    BOOST_CHECK(f.fsm.state() == sync_state::starting);
    f.expect_list("0", 500);
    BOOST_CHECK(f.fsm.state() == sync_state::listing);
    BOOST_CHECK(f.fsm.page_read("41", "") == list_decision::accept);
    BOOST_TEST(f.fsm.version() == "41");
    f.expect_watch("41");
    BOOST_CHECK(f.fsm.state() == sync_state::listing);
    f.fsm.watch_opened(f.now);
    BOOST_CHECK(f.fsm.state() == sync_state::live);
    BOOST_TEST(f.lines() == "debug: listing\ninfo: synced and watching\n");
}

BOOST_AUTO_TEST_CASE(further_pages_have_only_the_token_and_the_first_page_has_the_version) {
    fixture f;
    f.expect_list("0", 500);
    BOOST_CHECK(f.fsm.page_read("41", "t1") == list_decision::more);
    f.expect_list("", 500, "t1");
    BOOST_CHECK(f.fsm.page_read("41", "t2") == list_decision::more);
    f.expect_list("", 500, "t2");
    BOOST_CHECK(f.fsm.page_read("43", "") == list_decision::accept);
    f.expect_watch("41");
}

BOOST_AUTO_TEST_CASE(a_later_list_names_the_last_version_and_is_not_paged) {
    fixture f;
    f.go_live("41");
    f.fsm.event(watch_event::modified, "57");
    f.fsm.error_event(f.now, failure(errc::server_error));
    f.pass_wait();
    f.expect_list("57", 0);
}

BOOST_AUTO_TEST_CASE(a_server_that_pages_the_first_list_is_always_paged) {
    fixture f;
    f.step();
    f.fsm.page_read("41", "t1");
    f.step();
    f.fsm.page_read("41", "");
    f.step();
    f.fsm.watch_refused(f.now, failure(errc::server_error));
    f.pass_wait();
    f.expect_list("41", 500);
}

// Such a server answers a page with exactly the requested version, so the event would recur
// forever.
BOOST_AUTO_TEST_CASE(after_an_event_that_ends_the_watch_a_paging_server_is_asked_for_the_newest_state) {
    for (const errc code : {errc::bad_data, errc::too_large, errc::server_error, errc::failed}) {
        fixture f;
        f.step();
        f.fsm.page_read("41", "t1");
        f.step();
        f.fsm.page_read("41", "");
        f.expect_watch("41");
        f.fsm.watch_opened(f.now);
        f.now += 10s;
        if (code == errc::bad_data || code == errc::too_large)
            f.fsm.watch_broken(f.now, failure(code));
        else
            f.fsm.error_event(f.now, failure(code));
        f.pass_wait();
        f.expect_list("", 500);
        f.fsm.page_read("57", "t2");
        f.expect_list("", 500, "t2");
        BOOST_CHECK(f.fsm.page_read("57", "") == list_decision::accept);
        f.expect_watch("57");
        // A mere disconnect is resumed, as before.
        f.fsm.watch_opened(f.now);
        f.now += 10s;
        f.fsm.watch_broken(f.now, failure(errc::connection_lost));
        f.expect_watch("57");
    }
}

BOOST_AUTO_TEST_CASE(after_a_watch_refused_as_expired_a_paging_server_is_asked_for_the_newest_state) {
    fixture f;
    (void)f.step();
    (void)f.fsm.page_read("41", "token");  // a page of the cache
    (void)f.step();
    (void)f.fsm.page_read("41", "");
    f.expect_watch("41");
    f.fsm.watch_refused(f.now, failure(errc::gone));
    f.pass_wait();
    f.expect_list("", reflector_fsm::page_size);
}

BOOST_AUTO_TEST_CASE(an_expired_page_leads_to_one_list_without_pages_at_the_original_version) {
    fixture f;
    f.expect_list("0", 500);
    f.fsm.page_read("41", "t1");
    f.fsm.list_failed(f.now, failure(errc::gone));
    f.expect_list("0", 0);
    BOOST_CHECK(f.fsm.page_read("52", "") == list_decision::accept);
    f.expect_watch("52");
}

BOOST_AUTO_TEST_CASE(a_list_without_pages_that_expires_leads_to_the_newest_state) {
    fixture f;
    f.step();
    f.fsm.page_read("41", "t1");
    f.fsm.list_failed(f.now, failure(errc::gone));
    f.expect_list("0", 0);
    f.fsm.list_failed(f.now, failure(errc::gone));
    f.expect_list("", 500);
}

BOOST_AUTO_TEST_CASE(expired_and_too_large_versions_lead_to_the_newest_state_immediately_and_only_once) {
    for (const errc code : {errc::gone, errc::version_too_large}) {
        fixture f;
        f.go_live("41");
        f.fsm.error_event(f.now, failure(errc::gone));
        BOOST_CHECK(f.pass_wait() >= 800ms);
        f.expect_list("41", 0);
        f.fsm.list_failed(f.now, failure(code));
        f.expect_list("", 500);
        // Fails again: now with the back-off, and still for the newest state.
        f.fsm.list_failed(f.now, failure(code));
        BOOST_CHECK(f.pass_wait() >= 800ms);
        f.expect_list("", 500);
        BOOST_CHECK(f.fsm.page_read("90", "") == list_decision::accept);
        f.expect_watch("90");
        // The mark is cleared by the success.
        f.fsm.watch_refused(f.now, failure(errc::server_error));
        f.pass_wait();
        f.expect_list("90", 0);
    }
}

BOOST_AUTO_TEST_CASE(the_watch_timeout_is_uniform_in_300_to_600_seconds) {
    fixture f;
    f.step();
    f.fsm.page_read("41", "");
    std::int64_t least = 10000, most = 0;
    for (int i = 0; i < 5000; ++i) {
        const std::int64_t t = f.step().timeout_seconds;
        least = std::min(least, t);
        most = std::max(most, t);
    }
    BOOST_TEST(least == 300);
    BOOST_TEST(most == 599);
}

BOOST_AUTO_TEST_CASE(bookmarks_and_events_move_the_version_forward_and_never_back) {
    fixture f;
    f.go_live("41");
    f.fsm.event(watch_event::bookmark, "60");
    BOOST_TEST(f.fsm.version() == "60");
    f.fsm.event(watch_event::added, "59");
    BOOST_TEST(f.fsm.version() == "60");
    f.fsm.event(watch_event::deleted, "100");
    BOOST_TEST(f.fsm.version() == "100");
}

BOOST_AUTO_TEST_CASE(a_clean_close_resumes_immediately_from_the_last_version_without_a_log_line) {
    fixture f;
    f.go_live("41");
    f.lines();
    f.fsm.event(watch_event::modified, "57");
    f.now += 400s;
    f.fsm.watch_closed(f.now);
    f.expect_watch("57");
    f.fsm.watch_opened(f.now);
    BOOST_CHECK(f.fsm.state() == sync_state::live);
    BOOST_TEST(f.lines() == "");
}

BOOST_AUTO_TEST_CASE(a_close_within_a_second_without_events_is_a_failure_and_lists_again) {
    fixture f;
    f.go_live("41");
    f.fsm.watch_closed(f.now);
    f.expect_watch("41");
    f.fsm.watch_opened(f.now);
    f.now += 999ms;
    f.fsm.watch_closed(f.now);
    BOOST_CHECK(f.fsm.state() == sync_state::retrying);
    BOOST_TEST(f.fsm.why() == "cannot watch pods: the watch ended at once");
    BOOST_CHECK(f.pass_wait() >= 800ms);
    f.expect_list("41", 0);
}

BOOST_AUTO_TEST_CASE(a_close_within_a_second_after_events_resumes_but_not_in_a_tight_loop) {
    fixture f;
    f.go_live("41");
    f.fsm.watch_closed(f.now);
    f.step();
    f.fsm.watch_opened(f.now);
    f.fsm.event(watch_event::modified, "42");
    f.now += 10ms;
    f.fsm.watch_closed(f.now);
    BOOST_CHECK(f.pass_wait() >= 800ms);
    f.expect_watch("42");
}

BOOST_AUTO_TEST_CASE(error_events) {
    const struct {
        errc code;
        bool lists;
    } cases[] = {{errc::gone, true},         {errc::too_many_requests, false},
                 {errc::server_error, true}, {errc::forbidden, true},
                 {errc::bad_data, true},     {errc::version_too_large, true},
                 {errc::unauthorized, true}, {errc::not_found, true}};
    for (const auto& c : cases) {
        BOOST_TEST_CONTEXT(setpoint::to_string(c.code)) {
            fixture f;
            f.go_live("41");
            f.fsm.event(watch_event::modified, "57");
            f.fsm.error_event(f.now, failure(c.code));
            BOOST_CHECK(f.fsm.state() == sync_state::retrying);
            const duration d = f.pass_wait();
            BOOST_CHECK(d >= 800ms && d <= 1600ms);
            if (c.lists)
                f.expect_list("57", 0);
            else
                f.expect_watch("57");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_watch_that_cannot_be_opened) {
    const struct {
        errc code;
        bool lists;
    } cases[] = {{errc::unreachable, false}, {errc::too_many_requests, false},
                 {errc::gone, true},         {errc::server_error, true},
                 {errc::timeout, true},      {errc::connection_lost, true},
                 {errc::forbidden, true},    {errc::not_found, true},
                 {errc::unauthorized, true}, {errc::version_too_large, true}};
    for (const auto& c : cases) {
        BOOST_TEST_CONTEXT(setpoint::to_string(c.code)) {
            fixture f;
            f.go_live("41");
            f.fsm.watch_closed(f.now);
            f.expect_watch("41");
            f.fsm.watch_refused(f.now, failure(c.code));
            BOOST_CHECK(f.pass_wait() >= 800ms);
            if (c.lists)
                f.expect_list("41", 0);
            else
                f.expect_watch("41");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_broken_or_silent_watch_resumes_immediately) {
    for (const errc code : {errc::connection_lost, errc::timeout, errc::failed}) {
        fixture f;
        f.go_live("41");
        f.fsm.event(watch_event::modified, "57");
        f.now += 100s;
        f.fsm.watch_broken(f.now, failure(code));
        f.expect_watch("57");
        BOOST_CHECK(f.fsm.state() == sync_state::live);
    }
}

BOOST_AUTO_TEST_CASE(a_watch_that_cannot_be_read_lists_again) {
    for (const errc code : {errc::bad_data, errc::too_large}) {
        fixture f;
        f.go_live("41");
        f.now += 100s;
        f.fsm.watch_broken(f.now, failure(code));
        BOOST_CHECK(f.pass_wait() >= 800ms);
        f.expect_list("41", 0);
    }
}

BOOST_AUTO_TEST_CASE(a_failed_further_page_restarts_the_list) {
    fixture f;
    f.step();
    f.fsm.page_read("41", "t1");
    f.fsm.list_failed(f.now, failure(errc::connection_lost));
    BOOST_CHECK(f.pass_wait() >= 800ms);
    f.expect_list("0", 500);
}

BOOST_AUTO_TEST_CASE(a_list_older_than_what_was_seen_is_refused_and_requested_again_from_a_quorum) {
    fixture f;
    f.go_live("41");
    f.fsm.event(watch_event::bookmark, "100");
    f.fsm.error_event(f.now, failure(errc::gone));
    f.pass_wait();
    f.expect_list("100", 0);
    f.lines();
    BOOST_CHECK(f.fsm.page_read("99", "") == list_decision::refuse);
    BOOST_TEST(
        f.lines() ==
        "warn: the list of pods is at resourceVersion 99, older than 100 that was seen: refused, asking "
        "for the newest state\n");
    BOOST_TEST(f.fsm.version() == "100");
    f.expect_list("", 500);
    BOOST_CHECK(f.fsm.page_read("100", "") == list_decision::accept);
}

BOOST_AUTO_TEST_CASE(an_older_quorum_read_is_accepted_and_logged) {
    fixture f;
    f.go_live("1000");
    f.fsm.error_event(f.now, failure(errc::gone));
    f.pass_wait();
    f.step();
    f.fsm.list_failed(f.now, failure(errc::version_too_large));
    f.expect_list("", 500);
    f.lines();
    BOOST_CHECK(f.fsm.page_read("7", "") == list_decision::accept);
    BOOST_TEST(f.lines() ==
               "error: the server went back in time: pods were at resourceVersion 1000 and are at 7; was it "
               "restored from a backup?\n");
    BOOST_TEST(f.fsm.version() == "7");
    f.expect_watch("7");
}

BOOST_AUTO_TEST_CASE(without_a_version_the_initial_burst_does_not_move_it) {
    fixture f;
    f.step();
    f.fsm.page_read("", "");
    f.expect_watch("");
    f.fsm.watch_opened(f.now);
    f.fsm.event(watch_event::added, "70");
    f.fsm.event(watch_event::added, "30");
    BOOST_TEST(f.fsm.version() == "");
    f.fsm.event(watch_event::modified, "71");
    BOOST_TEST(f.fsm.version() == "71");
    f.fsm.event(watch_event::added, "72");
    BOOST_TEST(f.fsm.version() == "72");
}

BOOST_AUTO_TEST_CASE(a_late_view_lists_again_immediately) {
    fixture f;
    f.go_live("41");
    f.lines();
    f.fsm.relist();
    f.fsm.watch_broken(f.now, failure(errc::failed, "ended for a late view"));
    f.expect_list("41", 0);
    BOOST_TEST(!f.fsm.relist_wanted());
    BOOST_CHECK(f.fsm.state() == sync_state::listing);
    f.fsm.page_read("44", "");
    f.expect_watch("44");
}

BOOST_AUTO_TEST_CASE(a_view_added_during_a_list_leads_to_a_second_one) {
    fixture f;
    f.expect_list("0", 500);
    f.fsm.page_read("41", "t1");
    f.fsm.relist();
    f.expect_list("", 500, "t1");
    f.fsm.page_read("41", "");
    f.expect_list("41", 500);
    f.fsm.page_read("41", "");
    f.expect_watch("41");
}

BOOST_AUTO_TEST_CASE(a_view_added_before_the_first_list_changes_nothing) {
    fixture f;
    f.fsm.relist();
    f.expect_list("0", 500);
    f.fsm.page_read("41", "");
    f.expect_watch("41");
}

BOOST_AUTO_TEST_SUITE_END()
