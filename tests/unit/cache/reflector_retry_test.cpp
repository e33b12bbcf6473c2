#include "unit/cache/reflector_fixture.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

// Retry delays and their log lines.
BOOST_AUTO_TEST_SUITE(reflector_retry_test)

using kind = reflector_step::kind;
using list_decision = reflector_fsm::list_decision;
using fixture = reflector_fixture;

BOOST_AUTO_TEST_CASE(a_watch_that_breaks_every_few_seconds_is_logged_once) {
    fixture f;
    f.go_live("41");
    f.lines();
    for (int i = 0; i < 10; ++i) {
        f.now += 5s;
        f.fsm.watch_broken(f.now, failure(errc::connection_lost, "reset"));
        BOOST_CHECK(f.step().what == kind::watch);
        f.fsm.watch_opened(f.now);
    }
    BOOST_TEST(f.lines() == "info: the watch broke: opening it again (reset)\n");
    f.now += 10min;
    f.fsm.watch_broken(f.now, failure(errc::connection_lost, "reset"));
    BOOST_TEST(f.lines() == "info: the watch broke: opening it again (reset)\n");
}

BOOST_AUTO_TEST_CASE(a_server_without_bookmarks_is_logged_as_silent_once) {
    fixture f;
    f.go_live("41");
    f.lines();
    const auto silent = [&] {
        f.now += 75s;
        f.fsm.watch_broken(f.now, failure(errc::timeout, "nothing for 75 s"));
        if (f.step().what == kind::list) BOOST_CHECK(f.fsm.page_read("41", "") == list_decision::accept);
        BOOST_CHECK(f.step().what == kind::watch);
        f.fsm.watch_opened(f.now);
    };
    silent();
    BOOST_TEST(f.lines() == "warn: the watch was silent for too long: opening it again (nothing for 75 s)\n");
    for (int i = 0; i < 9; ++i) silent();
    // After the 2nd, the 4th and the 8th.
    const std::string listed = "debug: the watch was silent again: listing, to see where the server is\n";
    BOOST_TEST(f.lines() == listed + listed + listed);
    f.fsm.event(watch_event::bookmark, "50");
    silent();
    BOOST_TEST(f.lines() == "warn: the watch was silent for too long: opening it again (nothing for 75 s)\n");
}

BOOST_AUTO_TEST_CASE(
    the_back_off_doubles_from_0_8_to_30_seconds_with_up_to_as_much_again_and_resets_after_two_minutes) {
    for (std::uint64_t seed = 1; seed < 50; ++seed) {
        fixture f(seed);
        const auto delay = [&] {
            f.fsm.list_failed(f.now, failure(errc::server_error));
            return f.pass_wait();
        };
        for (const auto base : {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 25600ms, 30000ms, 30000ms}) {
            f.step();
            const duration d = delay();
            BOOST_REQUIRE(d >= base && d <= 2 * base);
        }
        f.now += 2min;
        BOOST_REQUIRE(delay() <= 1600ms);
    }
}

BOOST_AUTO_TEST_CASE(retry_after_is_added_to_the_back_off_and_capped) {
    fixture f;
    f.step();
    error e = failure(errc::too_many_requests);
    e.retry_after = 20s;
    f.fsm.list_failed(f.now, e);
    const duration d = f.pass_wait();
    BOOST_CHECK(d >= 20800ms && d <= 21600ms);
    f.expect_list("0", 500);
    e.retry_after = std::chrono::hours(24);
    f.fsm.list_failed(f.now, e);
    BOOST_CHECK(f.pass_wait() <= 1min + 3200ms);
}

BOOST_AUTO_TEST_CASE(missing_permission_is_logged_once_and_ends_when_it_is_granted) {
    fixture f;
    f.step();
    error e = failure(errc::forbidden, "list pods");
    e.server_text = "pods is forbidden: User \"x\" cannot list";
    for (int i = 0; i < 5; ++i) {
        f.fsm.list_failed(f.now, e);
        f.pass_wait();
        BOOST_REQUIRE(f.step().what == kind::list);
    }
    const std::string why =
        "no permission (RBAC) to list pods: list pods: \"pods is forbidden: User \\\"x\\\" cannot list\"";
    BOOST_TEST(f.fsm.why() == why);
    BOOST_TEST(f.lines() == "debug: listing\nwarn: retrying: " + why + "\n");
    // The list is allowed and the watch is not: another reason, again logged once.
    for (int i = 0; i < 5; ++i) {
        f.fsm.page_read("41", "");
        BOOST_CHECK(f.fsm.state() == sync_state::retrying);
        f.step();
        f.fsm.watch_refused(f.now, failure(errc::forbidden, "watch pods"));
        f.pass_wait();
        f.step();
    }
    BOOST_TEST(f.lines() == "warn: retrying: no permission (RBAC) to watch pods: watch pods\n");
    f.fsm.page_read("41", "");
    f.step();
    f.fsm.watch_opened(f.now);
    BOOST_TEST(f.lines() == "info: watching again\n");
    BOOST_TEST(f.fsm.why() == "");
}

BOOST_AUTO_TEST_CASE(a_missing_kind_is_named) {
    fixture f;
    f.step();
    f.fsm.list_failed(f.now, failure(errc::not_found, "list pods"));
    BOOST_TEST(f.fsm.why() ==
               "the server has no pods, is the CustomResourceDefinition installed?: list pods");
    f.pass_wait();
    f.expect_list("0", 500);
}

BOOST_AUTO_TEST_CASE(another_reason_is_another_log_line) {
    fixture f;
    f.go_live("41");
    f.lines();
    f.now += 5min;
    f.fsm.watch_broken(f.now, failure(errc::connection_lost, "reset"));
    f.step();
    for (int i = 0; i < 3; ++i) {
        f.fsm.watch_refused(f.now, failure(errc::unreachable, "refused"));
        f.pass_wait();
        f.step();
    }
    f.fsm.watch_refused(f.now, failure(errc::gone));
    f.pass_wait();
    f.go_live("99");
    BOOST_TEST(f.lines() ==
               "info: the watch broke: opening it again (reset)\n"
               "warn: retrying: cannot watch pods: refused\n"
               "info: retrying: resourceVersion 41 of pods has expired, listing again\n"
               "info: watching again\n");
}

BOOST_AUTO_TEST_CASE(restored_storage_is_detected_after_the_second_silence) {
    fixture f;
    f.go_live("500");
    // It has not reached 500, so it has nothing to send, not even a bookmark.
    f.now += 75s;
    f.fsm.watch_broken(f.now, failure(errc::timeout));
    f.expect_watch("500");
    f.fsm.watch_opened(f.now);
    f.now += 75s;
    f.fsm.watch_broken(f.now, failure(errc::timeout));
    f.expect_list("500", 0);
    f.fsm.list_failed(f.now, failure(errc::version_too_large));
    f.expect_list("", 500);
    f.lines();
    BOOST_CHECK(f.fsm.page_read("40", "") == list_decision::accept);
    BOOST_TEST(f.lines().find(
                   "error: the server went back in time: pods were at resourceVersion 500 and are at 40") ==
               0u);
    f.expect_watch("40");
}

BOOST_AUTO_TEST_CASE(a_server_that_pages_and_expires_each_time_is_retried) {
    fixture f;
    f.expect_list("0", 500);
    BOOST_CHECK(f.fsm.page_read("41", "more") == list_decision::more);
    f.step();
    f.fsm.list_failed(f.now, failure(errc::gone));
    f.expect_list("0", 0);
    BOOST_CHECK(f.fsm.page_read("42", "more") == list_decision::more);
    f.step();
    f.fsm.list_failed(f.now, failure(errc::gone));
    f.expect_list("", 500);
    BOOST_CHECK(f.fsm.page_read("43", "more") == list_decision::more);
    f.step();
    f.fsm.list_failed(f.now, failure(errc::gone));
    BOOST_CHECK(f.pass_wait() >= 800ms);
}

BOOST_AUTO_TEST_CASE(one_seed_gives_one_run) {
    const auto run = [](std::uint64_t seed) {
        fixture f(seed);
        std::vector<std::int64_t> trace;
        for (int i = 0; i < 50; ++i) {
            f.step();
            f.fsm.list_failed(f.now, failure(errc::server_error));
            trace.push_back(f.pass_wait().count());
        }
        return trace;
    };
    BOOST_CHECK(run(3) == run(3));
    BOOST_CHECK(run(3) != run(4));
}

BOOST_AUTO_TEST_SUITE_END()
