// The age of a cache's content by the server's clock.
#include "framework/cache/freshness.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(freshness_test)

BOOST_AUTO_TEST_CASE(a_date_is_read_in_its_one_form) {
    const auto date = parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT");
    BOOST_REQUIRE(date.has_value());
    BOOST_TEST((*date == wall_time(784111777s)));
    BOOST_TEST((parse_http_date("Thu, 01 Jan 1970 00:00:00 GMT").value() == wall_time(0s)));
    for (const char* const text :
         {"", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
          "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nox 1994 08:49:37 GMT",
          "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:60:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
          "Sun, 06 Nov 9999 08:49:37 GMT", "Wed, 31 Dec 1969 23:59:59 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
          "Sun,  6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:+7 GMT"})
        BOOST_TEST(!parse_http_date(text).has_value(), text);
}

BOOST_AUTO_TEST_CASE(the_age_counts_from_the_start_until_something_is_confirmed) {
    const time_point start{100s};
    freshness f(start);
    BOOST_TEST((f.age(start) == 0s));
    BOOST_TEST((f.age(start + 30s) == 30s));
    f.answered("Sun, 06 Nov 1994 08:49:37 GMT", start + 30s);
    BOOST_TEST((f.age(start + 40s) == 40s));
    f.confirmed(start + 50s);
    BOOST_TEST((f.age(start + 50s) == 0s));
    BOOST_TEST((f.age(start + 65s) == 15s));
}

BOOST_AUTO_TEST_CASE(the_servers_clock_decides) {
    const time_point start{100s};
    freshness f(start);
    f.answered("Sun, 06 Nov 1994 08:00:00 GMT", start);
    f.confirmed(start);
    // Ours has stood still for an hour.
    f.answered("Sun, 06 Nov 1994 09:00:10 GMT", start + 10s);
    BOOST_TEST((f.age(start + 10s) == 1h + 10s));
    f.confirmed(start + 11s);
    BOOST_TEST((f.age(start + 12s) == 1s));
    // The server's clock was set back: the content is not from the future.
    f.answered("Sun, 06 Nov 1994 07:00:00 GMT", start + 12s);
    BOOST_TEST((f.age(start + 12s) == 0s));
}

BOOST_AUTO_TEST_CASE(a_difference_of_a_second_is_ignored) {
    const time_point start{100s};
    freshness f(start);
    f.answered("Sun, 06 Nov 1994 08:00:00 GMT", start);
    f.confirmed(start);
    f.answered("Sun, 06 Nov 1994 08:00:11 GMT", start + 10s);
    BOOST_TEST((f.age(start + 10s) == 10s));
    f.answered("nonsense", start + 11s);
    BOOST_TEST((f.age(start + 11s) == 11s));
}

BOOST_AUTO_TEST_SUITE_END()
