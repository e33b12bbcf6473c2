// Reconciles that run for long are logged, and are few words otherwise.
#include "framework/controller/long_runs.hpp"

#include "controller_world.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(long_runs_test)

namespace {

constexpr const char* still = "Reconcile is still running";
constexpr const char* ended = "A reconcile that ran for long has ended";

struct fixture : controller_world {
    // Each reconcile of a key takes its time.
    void begin(std::map<std::string, duration> times) {
        start([this, times = std::move(times)](context&, object_key key) -> awaitable<outcome> {
            co_await l.sleep(times.at(key.name));
            co_return outcome::done();
        });
        settle(1s);
    }
    double longest() {
        (void)measured.text();  // as at a scrape
        return measured
            .gauge("workqueue_longest_running_processor_seconds",
                   {{"name", "gadget"}, {"controller", "gadget"}})
            .Value();
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(one_is_said_after_a_minute_and_then_at_doubling_times, fixture) {
    begin({{"slow", 10min}});
    post("slow");
    settle(59s);
    BOOST_TEST(log.count(still) == 0u);
    settle(1s);
    BOOST_TEST(log.count(still) == 1u);
    BOOST_TEST(log.count("seconds=60") == 1u);
    settle(59s);
    BOOST_TEST(log.count(still) == 1u);
    settle(1s);
    BOOST_TEST(log.count(still) == 2u);  // at 2 minutes, then at 4 and 8
    settle(7min);
    BOOST_TEST(log.count(still) == 4u);
    BOOST_TEST(longest() == 540.0);
    BOOST_TEST(log.count(ended) == 0u);
    settle(2min);
    BOOST_TEST(log.count(still) == 4u);
    BOOST_TEST(log.count(ended) == 1u);
    BOOST_TEST(longest() == 0.0);
    // A warning that says which one, so that its other lines can be found.
    std::istringstream lines(log.all());
    for (std::string line; std::getline(lines, line);) {
        if (line.find(still) == std::string::npos) continue;
        for (const char* field : {"WARN", "controller=gadget", "controllerKind=Gadget", "namespace=default",
                                  "name=slow", "reconcileID=", "reason=channel"})
            BOOST_TEST(line.find(field) != std::string::npos, field << " in " << line);
    }
}

BOOST_FIXTURE_TEST_CASE(each_has_its_own_times_even_when_all_workers_are_busy, fixture) {
    options.max_concurrent = 2;
    begin({{"a", 3min}, {"b", 90s}});
    post("a");
    settle(20s);
    post("b");
    settle(39s);
    BOOST_TEST(log.count(still) == 0u);
    settle(1s);
    BOOST_TEST(log.count("name=a") >= 1u);
    BOOST_TEST(log.count(still) == 1u);
    settle(20s);
    BOOST_TEST(log.count(still) == 2u);
    settle(40s);
    BOOST_TEST(log.count(still) == 3u);  // a, for two minutes
    settle(2min);
    BOOST_TEST(log.count(still) == 3u);
    BOOST_TEST(log.count(ended) == 2u);
}

BOOST_FIXTURE_TEST_CASE(short_ones_are_not_said_however_many_there_are, fixture) {
    begin({{"a", 30s}});
    for (int i = 0; i < 10; ++i) {
        post("a");
        settle(31s);
    }
    BOOST_TEST(log.count(still) == 0u);
    BOOST_TEST(log.count(ended) == 0u);
}

BOOST_FIXTURE_TEST_CASE(the_time_is_an_option_and_zero_is_never, fixture) {
    options.warn_after = 0s;
    begin({{"slow", 10h}});
    post("slow");
    settle(9h);
    BOOST_TEST(log.count(still) == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_shorter_time_is_kept_too, fixture) {
    options.warn_after = 500ms;
    begin({{"slow", 3s}});
    post("slow");
    settle(4s);
    BOOST_TEST(log.count(still) == 3u);  // 0.5 s, 1 s, 2 s
}

// A look that comes late does not make up for those that it missed.
BOOST_AUTO_TEST_CASE(a_late_look_says_it_once) {
    virtual_clock time;
    log_lines lines;
    const logger log(lines, time);
    const time_point t0{100s};
    long_runs all(1min);
    BOOST_CHECK(all.next() == never);
    {
        const long_run one(all, log, "test", t0);
        BOOST_CHECK(all.next() == t0 + 1min);
        all.report(t0 + 59s);
        BOOST_TEST(!one.was_reported());
        all.report(t0 + 5min);
        BOOST_TEST(one.was_reported());
        BOOST_TEST(lines.count(still) == 1u);
        all.report(t0 + 7min);
        BOOST_TEST(lines.count(still) == 1u);
        all.report(t0 + 8min);
        BOOST_TEST(lines.count(still) == 2u);
    }
    all.report(t0 + 1h);
    BOOST_TEST(lines.count(still) == 2u);
    BOOST_CHECK(all.next() == never);
}

BOOST_AUTO_TEST_SUITE_END()
