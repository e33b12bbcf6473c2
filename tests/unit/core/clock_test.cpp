#include "setpoint/core/clock.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(clock_test)

BOOST_AUTO_TEST_CASE(virtual_clock_moves_only_when_told) {
    virtual_clock c;
    const time_point start = c.now();
    BOOST_TEST((c.now() == start));
    c.advance(1500ms);
    BOOST_TEST((c.now() - start == 1500ms));
    c.advance(1ns);
    BOOST_TEST((c.now() - start == 1500ms + 1ns));
}

BOOST_AUTO_TEST_CASE(virtual_clock_starts_in_2026_and_both_times_move_together) {
    virtual_clock c;
    BOOST_TEST(std::chrono::floor<std::chrono::seconds>(c.wall_now()).time_since_epoch().count() ==
               1767225600);
    c.advance(24h);
    BOOST_TEST((c.wall_now() == std::chrono::sys_days(std::chrono::year(2026) / 1 / 2)));
}

BOOST_AUTO_TEST_CASE(virtual_clock_starts_at_the_given_time) {
    const wall_time start{std::chrono::seconds(1'000'000'000)};
    virtual_clock c(start);
    BOOST_TEST((c.wall_now() == start));
    BOOST_TEST((c.now() == time_point{}));
}

BOOST_AUTO_TEST_CASE(advance_to_moves_forward_only) {
    virtual_clock c;
    c.advance_to(time_point(10s));
    BOOST_TEST((c.now() == time_point(10s)));
    c.advance_to(time_point(4s));
    BOOST_TEST((c.now() == time_point(10s)));
}

BOOST_AUTO_TEST_CASE(real_clock_is_monotonic_and_in_this_century) {
    const real_clock c;
    const time_point before = c.now();
    BOOST_TEST((before > time_point{}));
    BOOST_TEST((c.now() >= before));
    BOOST_TEST((c.wall_now() > std::chrono::sys_days(std::chrono::year(2024) / 1 / 1)));
}

BOOST_AUTO_TEST_CASE(saturating_add_ends_at_never) {
    const time_point t(5s);
    BOOST_TEST((saturating_add(t, 3s) == time_point(8s)));
    BOOST_TEST((saturating_add(t, -3s) == time_point(2s)));
    BOOST_TEST((saturating_add(t, duration::max()) == never));
    BOOST_TEST((saturating_add(never - 1ns, 1ns) == never));
    BOOST_TEST((saturating_add(never, -3s) == never));
}

BOOST_AUTO_TEST_SUITE_END()
