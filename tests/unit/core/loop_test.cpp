#include "setpoint/core/race.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(loop_test)

namespace {

awaitable<void> note_after(loop& l, std::vector<std::string>& out, std::string what, duration d) {
    co_await l.sleep(d);
    out.push_back(what);
}

awaitable<void> forever(loop& l, bool& cancelled_seen) {
    try {
        co_await l.sleep(24h);
    } catch (const cancelled&) {
        cancelled_seen = true;
        throw;
    }
}

awaitable<int> answer_after(loop& l, duration d) {
    co_await l.sleep(d);
    co_return 42;
}

awaitable<void> fail_after(loop& l, duration d) {
    co_await l.sleep(d);
    throw std::runtime_error("broken");
}

}  // namespace

BOOST_AUTO_TEST_CASE(sleeps_end_in_order_of_their_due_times_and_take_no_real_time) {
    virtual_world w;
    std::vector<std::string> out;
    task_scope scope(w.l, "test");
    scope.spawn("c", note_after(w.l, out, "3h", 3h));
    scope.spawn("a", note_after(w.l, out, "1h", 1h));
    scope.spawn("b", note_after(w.l, out, "2h", 2h));
    w.l.run();
    BOOST_TEST(out == (std::vector<std::string>{"1h", "2h", "3h"}), boost::test_tools::per_element());
    BOOST_CHECK(w.l.now() == time_point(3h));
    BOOST_TEST(scope.size() == 0u);
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(one_seed_gives_one_order_and_other_seeds_give_others) {
    const auto order = [](std::uint64_t seed) {
        virtual_world w(seed);
        std::vector<std::string> out;
        task_scope scope(w.l, "test");
        for (int i = 0; i < 20; ++i)
            scope.spawn(std::to_string(i), note_after(w.l, out, std::to_string(i), 1s));
        w.l.run();
        return std::pair(out, w.l.trace_hash());
    };
    BOOST_CHECK(order(7) == order(7));
    BOOST_CHECK(order(7).first != order(8).first);
    BOOST_CHECK(order(7).second != order(8).second);
}

BOOST_AUTO_TEST_CASE(a_stopped_scope_cancels_its_tasks_and_join_waits_for_them) {
    virtual_world w;
    bool seen = false;
    task_scope scope(w.l, "inner");
    scope.spawn("sleeper", forever(w.l, seen));
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(1s);
        scope.request_stop();
        co_await scope.join();
    });
    BOOST_TEST(seen);
    BOOST_CHECK(w.l.now() == time_point(1s));
}

BOOST_AUTO_TEST_CASE(a_failing_task_stops_its_siblings_and_join_rethrows) {
    virtual_world w;
    bool seen = false;
    std::string what;
    task_scope scope(w.l, "inner");
    scope.spawn("sleeper", forever(w.l, seen));
    scope.spawn("failing", fail_after(w.l, 5s));
    w.run([&]() -> awaitable<void> {
        try {
            co_await scope.join();
        } catch (const std::runtime_error& e) {
            what = e.what();
        }
    });
    BOOST_TEST(seen);
    BOOST_TEST(what == "broken");
}

BOOST_AUTO_TEST_CASE(a_task_cancelled_before_its_first_turn_never_runs) {
    virtual_world w;
    std::vector<std::string> out;
    task_scope scope(w.l, "inner");
    scope.spawn("never", note_after(w.l, out, "ran", 0s));
    scope.request_stop();
    w.run([&]() -> awaitable<void> { co_await scope.join(); });
    BOOST_TEST(out.empty());
}

BOOST_AUTO_TEST_CASE(a_passed_deadline_is_a_timeout_and_names_what_was_awaited) {
    virtual_world w;
    w.run([&]() -> awaitable<void> {
        auto late = co_await with_timeout(w.l, 3s, "the answer", answer_after(w.l, 10s));
        BOOST_REQUIRE(late.has_error());
        BOOST_CHECK(late.error().code == errc::timeout);
        BOOST_TEST(late.error().message == "the answer: timed out after 3 s");
        auto in_time = co_await with_timeout(w.l, 30s, "the answer", answer_after(w.l, 10s));
        BOOST_TEST(in_time.value() == 42);
    });
    BOOST_CHECK(w.l.now() == time_point(13s));
}

BOOST_AUTO_TEST_CASE(a_cancellation_inside_a_deadline_stays_a_cancellation) {
    virtual_world w;
    bool was_cancelled = false, was_timeout = false;
    task_scope scope(w.l, "inner");
    const auto body = [&]() -> awaitable<void> {
        try {
            auto r = co_await with_timeout(w.l, 10s, "it", answer_after(w.l, 20s));
            was_timeout = r.has_error();
        } catch (const cancelled&) {
            was_cancelled = true;
            throw;
        }
    };
    scope.spawn("waiting", body());
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(1s);
        scope.request_stop();
        co_await scope.join();
    });
    BOOST_TEST(was_cancelled);
    BOOST_TEST(!was_timeout);
}

BOOST_AUTO_TEST_CASE(every_suspension_in_a_cancelled_scope_throws_again) {
    virtual_world w;
    int thrown = 0;
    task_scope scope(w.l, "inner");
    const auto body = [&]() -> awaitable<void> {
        for (int i = 0; i < 3; ++i) {
            try {
                co_await w.l.sleep(1h);
            } catch (const cancelled&) {
                ++thrown;
            }
        }
    };
    scope.spawn("stubborn", body());
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(1s);
        scope.request_stop();
        co_await scope.join();
    });
    BOOST_TEST(thrown == 3);
    BOOST_CHECK(w.l.now() == time_point(1s));
}

BOOST_AUTO_TEST_CASE(shielded_clean_up_runs_in_a_cancelled_task_until_its_own_limit) {
    virtual_world w;
    int finished = 0;
    bool limited = false;
    task_scope scope(w.l, "inner");
    const auto body = [&]() -> awaitable<void> {
        bool stop = false;
        try {
            co_await w.l.sleep(1h);
        } catch (const cancelled&) {
            stop = true;
        }
        if (!stop) co_return;
        auto quick = co_await shielded(w.l, 5s, "clean-up", answer_after(w.l, 2s));
        finished = quick ? *quick : 0;
        auto slow = co_await shielded(w.l, 5s, "clean-up", answer_after(w.l, 1h));
        limited = slow.has_error() && slow.error().code == errc::timeout;
    };
    scope.spawn("tidy", body());
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(1s);
        scope.request_stop();
        co_await scope.join();
    });
    BOOST_TEST(finished == 42);
    BOOST_TEST(limited);
    BOOST_CHECK(w.l.now() == time_point(8s));
}

BOOST_AUTO_TEST_CASE(first_of_returns_the_winner_and_cancels_the_loser) {
    virtual_world w;
    bool loser_cancelled = false;
    std::vector<std::string> out;
    w.run([&]() -> awaitable<void> {
        const int winner =
            co_await first_of(w.l, "race", forever(w.l, loser_cancelled), note_after(w.l, out, "won", 2s));
        BOOST_TEST(winner == 1);
    });
    BOOST_TEST(loser_cancelled);
    BOOST_CHECK(w.l.now() == time_point(2s));
}

BOOST_AUTO_TEST_CASE(first_of_rethrows_what_a_loser_throws_as_it_is_cancelled) {
    virtual_world w;
    std::vector<std::string> out;
    const auto sore = [&]() -> awaitable<void> {
        try {
            co_await w.l.sleep(1h);
        } catch (const cancelled&) {
            out.push_back("cancelled");
        }
        throw std::runtime_error("sore loser");
    };
    w.run([&]() -> awaitable<void> {
        try {
            co_await first_of(w.l, "race", note_after(w.l, out, "won", 2s), sore());
            BOOST_FAIL("nothing was thrown");
        } catch (const std::runtime_error& e) {
            BOOST_TEST(e.what() == std::string_view("sore loser"));
        }
    });
    BOOST_TEST(out.size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_event_wakes_all_its_waiters_and_a_timed_wait_reports_a_timeout) {
    virtual_world w;
    latch e(w.l);
    int woken = 0;
    const auto waiter = [&]() -> awaitable<void> {
        const bool set = co_await e.wait();
        if (set) ++woken;
    };
    task_scope scope(w.l, "waiters");
    scope.spawn("1", waiter());
    scope.spawn("2", waiter());
    w.run([&]() -> awaitable<void> {
        const bool early = co_await e.wait(saturating_add(w.l.now(), 1s));
        BOOST_TEST(!early);
        e.set();
        co_await scope.join();
    });
    BOOST_TEST(woken == 2);
}

BOOST_AUTO_TEST_CASE(an_aborted_operation_is_awaited_before_the_cancellation_continues) {
    virtual_world w;
    std::function<void(boost::system::error_code, std::size_t)> complete;
    bool aborted = false, unwound = false;
    const auto body = [&]() -> awaitable<void> {
        try {
            co_await w.l.io([&](auto handler) { complete = handler; }, [&] { aborted = true; });
        } catch (const cancelled&) {
            unwound = true;
            throw;
        }
    };
    task_scope scope(w.l, "inner");
    scope.spawn("reader", body());
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(1s);
        scope.request_stop();
        co_await w.l.sleep(1s);
        BOOST_TEST(aborted);
        BOOST_TEST(!unwound);  // the buffer may still be in use
        complete(boost::asio::error::operation_aborted, 0);
        co_await scope.join();
    });
    BOOST_TEST(unwound);
}

BOOST_AUTO_TEST_CASE(an_operation_that_completes_gives_its_error_and_bytes) {
    virtual_world w;
    w.run([&]() -> awaitable<void> {
        const wake r = co_await w.l.io([](auto handler) { handler(boost::asio::error::eof, 17); }, [] {});
        BOOST_CHECK(r.ec == boost::asio::error::eof);
        BOOST_TEST(r.bytes == 17u);
    });
}

BOOST_AUTO_TEST_CASE(a_mailbox_delivers_in_order_and_ends_after_close) {
    virtual_world w;
    mailbox<int> box(w.l);
    std::vector<int> got;
    const auto reader = [&]() -> awaitable<void> {
        for (;;) {
            auto item = co_await box.pop();
            if (!item) co_return;
            got.push_back(*item);
        }
    };
    task_scope scope(w.l, "reader");
    scope.spawn("reader", reader());
    w.run([&]() -> awaitable<void> {
        box.push(1);
        co_await w.l.sleep(1s);
        box.push(2);
        box.push(3);
        box.close();
        co_await scope.join();
    });
    BOOST_TEST(got == (std::vector<int>{1, 2, 3}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_exception_of_a_blocking_job_is_thrown_where_it_is_awaited) {
    virtual_world w;
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.l.blocking("add", [] { return 2 + 2; })) == 4);
        bool thrown = false;
        try {
            co_await w.l.blocking("fail", [] { throw std::runtime_error("no"); });
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        BOOST_TEST(thrown);
    });
}

BOOST_AUTO_TEST_CASE(ten_thousand_sleepers_run_without_real_time) {
    virtual_world w;
    std::vector<std::string> out;
    task_scope scope(w.l, "many");
    for (int i = 0; i < 10000; ++i)
        scope.spawn("s", note_after(w.l, out, "x", std::chrono::seconds(i % 100)));
    w.l.run();
    BOOST_TEST(out.size() == 10000u);
}

BOOST_AUTO_TEST_SUITE_END()
