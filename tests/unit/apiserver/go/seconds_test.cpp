// Seconds of any size that clients choose.
#include "apiserver/go/seconds.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

BOOST_AUTO_TEST_SUITE(go_seconds_test)

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max(),
                       least = std::numeric_limits<std::int64_t>::min();

wall_time time_of(std::string_view text) {
    return timestamp::parse(text).value().to_wall_time();
}

BOOST_AUTO_TEST_CASE(durations_wrap_as_in_go) {
    BOOST_TEST((go_seconds(5) == 5s));
    BOOST_TEST((go_seconds(-5) == -5s));
    BOOST_TEST((go_seconds(most) == -1s));
    BOOST_TEST((go_seconds(least) == 0s));
    BOOST_TEST(go_seconds(9223372037).count() < 0);
}

BOOST_AUTO_TEST_CASE(times_after_them_are_rounded_down) {
    const wall_time now = time_of("2026-01-01T00:00:10Z") + 700ms;
    BOOST_TEST(go_time_after(now, 30).to_string() == "2026-01-01T00:00:40Z");
    BOOST_TEST(go_time_after(now, 0).to_string() == "2026-01-01T00:00:10Z");
    BOOST_TEST(go_time_after(now, most).to_string() == "2026-01-01T00:00:09Z");
    BOOST_TEST(go_time_after(now, 9223372036).to_string() == "2318-04-12T23:47:26Z");
    const timestamp begun = timestamp::from(now);
    BOOST_TEST(go_time_after(begun, 5, 30).to_string() == "2025-12-31T23:59:45Z");
    BOOST_TEST(go_time_after(begun, most, least).to_string() == "2026-01-01T00:00:09Z");
    BOOST_TEST(go_time_after(wall_time::min(), -9223372036).to_string() == "1385-06-12T00:25:27Z");
}

BOOST_AUTO_TEST_CASE(what_is_left_saturates) {
    const wall_time now = time_of("2026-01-01T00:00:10Z") + 700ms;
    const timestamp begun = timestamp::from(now);
    BOOST_TEST((time_left(begun, 30s, now) == 29300ms));
    BOOST_TEST((time_left(begun, 0s, now) == -700ms));
    BOOST_TEST((time_left(begun, std::chrono::seconds(most), now) == duration::max()));
    BOOST_TEST((time_left(begun, std::chrono::seconds(least), now) == duration::min()));
    BOOST_TEST((time_left(timestamp::parse("9999-12-31T00:00:00Z").value(), 1s, now) == duration::max()));
    BOOST_TEST((time_left(timestamp::parse("0001-01-02T00:00:00Z").value(), 1s, now) == duration::min()));
}

BOOST_AUTO_TEST_SUITE_END()
