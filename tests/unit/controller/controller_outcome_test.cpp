#include "controller_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

// How reconciles end, and what follows from that.
BOOST_AUTO_TEST_SUITE(controller_outcome_test)

namespace {

struct fixture : controller_world {
    std::vector<time_point> at;
    // Runs key "a", whose n-th reconcile ends as answers[n] says; after that they are done.
    std::vector<std::function<awaitable<outcome>(context&)>> answers;

    void begin() {
        start([this](context& ctx, object_key) -> awaitable<outcome> {
            at.push_back(l.now());
            if (at.size() > answers.size()) co_return outcome::done();
            co_return co_await answers[at.size() - 1](ctx);
        });
        post("a");
    }
    void answer(outcome o, std::size_t times = 1) {
        for (std::size_t i = 0; i < times; ++i)
            answers.push_back([o](context&) -> awaitable<outcome> { co_return o; });
    }
    duration wait(std::size_t i) const { return at.at(i + 1) - at.at(i); }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(failures_wait_5_ms_doubling_to_1000_s_and_success_forgets_them, fixture) {
    answer(error(errc::failed, "broken"), 20);
    answer(outcome::done());
    answer(error(errc::failed, "broken again"));
    begin();
    settle(4h);
    BOOST_REQUIRE(at.size() == 21u);
    for (std::size_t i = 0; i < 20; ++i) BOOST_CHECK(wait(i) == std::min<duration>(5ms * (1 << i), 1000s));
    post("a");
    settle(1s);
    BOOST_REQUIRE(at.size() == 23u);
    BOOST_CHECK(wait(21) == 5ms);
}

BOOST_FIXTURE_TEST_CASE(a_change_during_the_wait_runs_at_once_and_failing_again_keeps_the_due_time, fixture) {
    answer(error(errc::failed, "broken"), 12);
    begin();
    settle(11s);  // after 11 failures (10.235 s) it waits for 5.12 s
    BOOST_REQUIRE(at.size() == 11u + 1u);
    const time_point due = at.back() + 5ms * (1 << 11);
    settle(1s);
    answer(error(errc::failed, "broken"), 1);
    post("a");
    settle(1ms);
    BOOST_REQUIRE(at.size() == 13u);
    settle(20s);
    BOOST_REQUIRE(at.size() == 14u);
    BOOST_CHECK(at.back() == due);
}

BOOST_FIXTURE_TEST_CASE(requeue_after_is_exact_and_forgets_failures, fixture) {
    answer(error(errc::failed, "broken"), 3);
    answer(outcome::requeue_after(90s));
    answer(error(errc::failed, "broken"));
    begin();
    settle(5min);
    BOOST_REQUIRE(at.size() == 6u);
    BOOST_CHECK(wait(3) == 90s);
    BOOST_CHECK(wait(4) == 5ms);
}

BOOST_FIXTURE_TEST_CASE(a_change_before_requeue_after_runs_at_once_and_decides_anew, fixture) {
    answer(outcome::requeue_after(90s));
    begin();
    settle(10s);
    post("a");
    settle(5min);
    BOOST_REQUIRE(at.size() == 2u);
    BOOST_CHECK(wait(0) == 10s);
}

BOOST_FIXTURE_TEST_CASE(a_terminal_failure_waits_for_a_change, fixture) {
    answer(outcome::terminal(error(errc::invalid, "a bad spec")));
    begin();
    settle(4h);
    BOOST_TEST(at.size() == 1u);
    BOOST_TEST(log.count("Reconcile failed for good") == 1u);
    BOOST_TEST(log.count("a bad spec") == 1u);
    post("a");
    settle(1s);
    BOOST_TEST(at.size() == 2u);
}

BOOST_FIXTURE_TEST_CASE(a_conflict_is_retried_and_no_error_in_the_log, fixture) {
    answer(error(errc::conflict, "changed meanwhile"));
    answer(error(errc::forbidden, "no rights"));
    begin();
    settle(1s);
    BOOST_TEST(at.size() == 3u);
    BOOST_TEST(log.count("ERROR") == 1u);
    BOOST_TEST(log.count("INFO") >= 1u);
    BOOST_TEST(log.count("Reconcile met a conflict") == 1u);
    BOOST_TEST(log.count("Reconcile failed") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_reconcile_over_its_time_limit_is_cancelled_and_retried, fixture) {
    options.reconcile_timeout = 30s;
    bool cancelled_seen = false;
    answers.push_back([&](context& ctx) -> awaitable<outcome> {
        try {
            co_await ctx.sleep(1h);
        } catch (const cancelled&) {
            cancelled_seen = true;
            throw;
        }
        co_return outcome::done();
    });
    begin();
    settle(1min);
    BOOST_REQUIRE(at.size() == 2u);
    BOOST_TEST(cancelled_seen);
    BOOST_CHECK(wait(0) == 30s + 5ms);
    BOOST_TEST(counter("controller_runtime_reconcile_timeouts_total") == 1.0);
    BOOST_TEST(counter("controller_runtime_reconcile_panics_total") == 0.0);
    BOOST_TEST(log.count("timed out after 30 s") == 1u);
}

BOOST_FIXTURE_TEST_CASE(what_a_reconciler_throws_is_a_failed_reconcile_and_counted, fixture) {
    answers.push_back([](context& ctx) -> awaitable<outcome> {
        co_await ctx.sleep(1ms);
        throw std::runtime_error("out of cheese");
    });
    answers.push_back([](context&) -> awaitable<outcome> {
        throw 42;
        co_return outcome::done();
    });
    answers.push_back([](context&) -> awaitable<outcome> {  // before there is a coroutine
        throw std::logic_error("not even begun");
    });
    answers.push_back([](context&) -> awaitable<outcome> {
        throw cancelled{};
        co_return outcome::done();
    });
    begin();
    settle(1s);
    BOOST_REQUIRE(at.size() == 5u);
    BOOST_CHECK(wait(0) == 1ms + 5ms);
    BOOST_CHECK(wait(1) == 10ms);
    BOOST_CHECK(wait(2) == 20ms);
    BOOST_CHECK(wait(3) == 40ms);
    BOOST_TEST(counter("controller_runtime_reconcile_panics_total") == 4.0);
    BOOST_TEST(counter("controller_runtime_reconcile_errors_total") == 4.0);
    BOOST_TEST(log.count("the reconciler threw: out of cheese") == 1u);
    BOOST_TEST(log.count("the reconciler threw: an exception that is not a std::exception") == 1u);
    BOOST_TEST(log.count("the reconciler threw: not even begun") == 1u);
    BOOST_TEST(log.count("the reconciler threw: cancelled, although nothing cancelled it") == 1u);
}

BOOST_FIXTURE_TEST_CASE(a_fault_carries_its_error_and_is_no_panic, fixture) {
    answers.push_back([](context&) -> awaitable<outcome> {
        const result<int> r = error(errc::forbidden, "list gadgets");
        (void)r.value();
        co_return outcome::done();
    });
    begin();
    settle(1s);
    BOOST_TEST(at.size() == 2u);
    BOOST_TEST(counter("controller_runtime_reconcile_panics_total") == 0.0);
    BOOST_TEST(counter("controller_runtime_reconcile_errors_total") == 1.0);
    BOOST_TEST(log.count("list gadgets") == 1u);
}

BOOST_FIXTURE_TEST_CASE(metrics_have_controller_runtime_names_and_values, fixture) {
    answers.push_back([](context& ctx) -> awaitable<outcome> {
        co_await ctx.sleep(200ms);
        co_return outcome::done();
    });
    answer(error(errc::failed, "broken"));
    answer(outcome::requeue_after(1s));
    answer(outcome::terminal(error(errc::invalid, "bad")));
    begin();
    settle(1s);
    post("a");
    settle(10s);
    BOOST_REQUIRE(at.size() == 4u);
    BOOST_TEST(result_count("success") == 1.0);
    BOOST_TEST(result_count("error") == 2.0);
    BOOST_TEST(result_count("requeue_after") == 1.0);
    BOOST_TEST(result_count("requeue") == 0.0);
    BOOST_TEST(counter("controller_runtime_reconcile_errors_total") == 2.0);
    BOOST_TEST(counter("controller_runtime_terminal_reconcile_errors_total") == 1.0);
    BOOST_TEST(gauge("controller_runtime_max_concurrent_reconciles") == 4.0);
    BOOST_TEST(gauge("controller_runtime_active_workers") == 0.0);
    const metric_labels queue{{"name", "gadget"}, {"controller", "gadget"}};
    BOOST_TEST(counter("workqueue_adds_total", queue) == 4.0);
    BOOST_TEST(counter("workqueue_retries_total", queue) == 2.0);
    const std::string text = measured.text();
    const auto has = [&](std::string_view line) { return text.find(line) != std::string::npos; };
    BOOST_TEST(has(R"(controller_runtime_reconcile_time_seconds_count{controller="gadget"} 4)"));
    BOOST_TEST(has(R"(controller_runtime_reconcile_time_seconds_bucket{controller="gadget",le="0.2"} 4)"));
    BOOST_TEST(has(R"(controller_runtime_reconcile_time_seconds_bucket{controller="gadget",le="0.15"} 3)"));
}

BOOST_FIXTURE_TEST_CASE(gauges_of_the_queue_are_those_of_the_scrape, fixture) {
    options.max_concurrent = 1;
    answers.assign(2, [](context& ctx) -> awaitable<outcome> {
        co_await ctx.sleep(10s);
        co_return outcome::done();
    });
    begin();
    settle(1ms);
    for (const char* name : {"b", "c", "d"}) post(name);
    settle(2999ms);
    const auto depth = [&](const char* in) {
        (void)measured.text();
        return measured
            .gauge("workqueue_depth", {{"name", "gadget"}, {"controller", "gadget"}, {"priority", in}})
            .Value();
    };
    const metric_labels queue{{"name", "gadget"}, {"controller", "gadget"}};
    BOOST_TEST(depth("fresh") == 3.0);
    BOOST_TEST(depth("retry") == 0.0);
    BOOST_TEST(measured.gauge("workqueue_longest_running_processor_seconds", queue).Value() == 3.0);
    BOOST_TEST(measured.gauge("workqueue_unfinished_work_seconds", queue).Value() == 3.0);
    settle(1min);
    BOOST_TEST(depth("fresh") == 0.0);
    BOOST_TEST(measured.gauge("workqueue_unfinished_work_seconds", queue).Value() == 0.0);
}

BOOST_FIXTURE_TEST_CASE(the_history_says_why_each_reconcile_ran_and_how_it_ended, fixture) {
    answer(error(errc::failed, "broken"));
    answer(outcome::requeue_after(90s));
    answer(outcome::terminal(error(errc::invalid, "bad")));
    begin();
    settle(5min);
    post("a");
    settle(1s);
    const std::vector<std::string> expected{
        "2026-01-01T00:00:00.000000Z default/a (channel) took 0.000000 s: failed: broken",
        "2026-01-01T00:00:00.005000Z default/a (retry) took 0.000000 s: again after 90 s",
        "2026-01-01T00:01:30.005000Z default/a (requeue_after) took 0.000000 s: failed for good: bad",
        "2026-01-01T00:05:00.000000Z default/a (channel) took 0.000000 s: done"};
    BOOST_TEST(made->history() == expected, boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(the_history_keeps_the_last_hundred, fixture) {
    answer(outcome::requeue_after(1s), 149);
    begin();
    settle(10min);
    const auto lines = made->history();
    BOOST_REQUIRE(lines.size() == 100u);
    BOOST_TEST(lines.front().starts_with("2026-01-01T00:00:50"));
    BOOST_TEST(lines.back().starts_with("2026-01-01T00:02:29"));
}

BOOST_AUTO_TEST_SUITE_END()
