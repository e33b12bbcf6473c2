#include "framework/manager/loop_monitor.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(loop_monitor_test)

namespace {

struct world {
    virtual_clock time;
    std::ostringstream lines;
    text_sink sink{lines};
    prometheus::Registry registry;
    metrics numbers{registry};

    bool shows(std::string_view line) const { return numbers.text().find(line) != std::string::npos; }
};

}  // namespace

BOOST_AUTO_TEST_CASE(turns_are_in_the_metrics_of_the_next_scrape) {
    world w;
    loop_monitor watch(w.numbers, logger(w.sink, w.time));
    watch.turn("a", 5us, 20us);
    watch.turn("b", 10us, 2ms);  // a limit belongs to its bucket
    watch.turn("c", 6s, 0s);
    BOOST_TEST(w.shows("setpoint_loop_turn_seconds_count 3\n"));
    BOOST_TEST(w.shows("setpoint_loop_turn_seconds_bucket{le=\"1e-05\"} 2\n"));
    BOOST_TEST(w.shows("setpoint_loop_turn_seconds_bucket{le=\"5\"} 2\n"));
    BOOST_TEST(w.shows("setpoint_loop_turn_seconds_bucket{le=\"+Inf\"} 3\n"));
    BOOST_TEST(w.shows("setpoint_loop_lag_seconds_bucket{le=\"0.0001\"} 2\n"));
    BOOST_TEST(w.shows("setpoint_loop_lag_seconds_sum 0.00202\n"));
    watch.turn("a", 5us, 0s);
    BOOST_TEST(w.shows("setpoint_loop_turn_seconds_count 4\n"));  // nothing is told twice
}

BOOST_AUTO_TEST_CASE(what_was_counted_outlives_the_watch) {
    world w;
    {
        loop_monitor watch(w.numbers, logger(w.sink, w.time));
        watch.turn("a", 5us, 0s);
    }
    BOOST_TEST(w.shows("setpoint_loop_turn_seconds_count 1\n"));
}

BOOST_AUTO_TEST_CASE(a_long_turn_is_logged_with_its_task) {
    world w;
    loop_monitor watch(w.numbers, logger(w.sink, w.time));
    watch.turn("short", 99ms, 0s);
    BOOST_TEST(w.lines.str().empty());
    watch.turn("greedy", 100ms, 0s);
    BOOST_TEST(w.lines.str().find("task=greedy") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
