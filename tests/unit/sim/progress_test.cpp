#include "testkit/sim/progress.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(progress_test)

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

struct fixture {
    virtual_clock time;
    std::string out;
    sim::progress progress(std::size_t columns) {
        return {time, [this](std::string_view text) { out += text; }, columns, "web"};
    }
    std::string taken() { return std::exchange(out, {}); }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(short_explorations_are_silent, fixture) {
    {
        sim::progress p = progress(80);
        p.begin("plans", 100);
        time.advance(1900ms);
        p.done(90, 0, 0);
    }
    BOOST_TEST(out == "");
}

BOOST_FIXTURE_TEST_CASE(a_line_every_ten_seconds_has_the_rate_and_the_time_left, fixture) {
    sim::progress p = progress(0);
    p.begin("plans", 410);
    time.advance(2s);
    p.done(100, 0, 1);
    BOOST_TEST(taken() == "explore web: 100 of 410 plans, 50/s, 1 finding, 7 s left\n");
    time.advance(9s);
    p.done(200, 0, 2);
    BOOST_TEST(taken() == "");
    time.advance(1s);
    p.tick();
    BOOST_TEST(taken() == "explore web: 200 of 410 plans, 17/s, 2 findings, 13 s left\n");
    time.advance(10s);
    p.done(201, 2000, 2);
    BOOST_TEST(taken() ==
               "explore web: 201 of 410 plans and 2000 that follow them, 100/s, 2 findings, 23 s left\n");
}

BOOST_FIXTURE_TEST_CASE(what_has_no_number_is_in_words, fixture) {
    sim::progress p = progress(0);
    p.begin("replaying 3 wrong outcomes", 0);
    time.advance(3s);
    p.tick();
    BOOST_TEST(out == "explore web: replaying 3 wrong outcomes\n");
}

BOOST_FIXTURE_TEST_CASE(on_a_terminal_one_line_is_redrawn_and_cleared_at_the_end, fixture) {
    {
        sim::progress p = progress(80);
        p.begin("plans", 4);
        time.advance(3s);
        p.done(1, 0, 0);
        BOOST_TEST(taken() == "\rexplore web: 1 of 4 plans, 0/s, 0 findings, 9 s left\x1b[K");
        time.advance(100ms);
        p.done(2, 0, 0);
        BOOST_TEST(taken() == "");
        time.advance(100ms);
        p.done(3, 0, 0);
        BOOST_TEST(taken().find("3 of 4") != std::string::npos);
    }
    BOOST_TEST(out == "\r\x1b[K");
}

BOOST_FIXTURE_TEST_CASE(the_line_fits_a_narrow_terminal, fixture) {
    sim::progress p = progress(20);
    p.begin("plans", 4);
    time.advance(3s);
    p.done(1, 0, 0);
    BOOST_TEST(taken() == "\rexplore web: 1 o...\x1b[K");
}

BOOST_FIXTURE_TEST_CASE(no_progress_if_it_is_not_wanted, fixture) {
    sim::progress p(time, nullptr, 80, "");
    p.begin("plans", 4);
    time.advance(30s);
    p.done(1, 0, 0);
}

BOOST_AUTO_TEST_SUITE_END()
