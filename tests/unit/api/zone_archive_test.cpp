#include "framework/api/zone_archive.hpp"

#include <boost/test/unit_test.hpp>

using setpoint::zone_in_archive;

BOOST_AUTO_TEST_SUITE(zone_archive_test)

constexpr std::string_view archive = "Europe/Berlin 0 3\nEurope/Berlin2 3 2\nUTC 5 4\n\nabcdeTZ\n\n";

BOOST_AUTO_TEST_CASE(zone_is_found_by_its_whole_name) {
    BOOST_TEST(zone_in_archive(archive, "Europe/Berlin") == "abc");
    BOOST_TEST(zone_in_archive(archive, "Europe/Berlin2") == "de");
    BOOST_TEST(zone_in_archive(archive, "UTC") == "TZ\n\n");
    BOOST_TEST(zone_in_archive(archive, "Europe") == "");
    BOOST_TEST(zone_in_archive(archive, "europe/berlin") == "");
    BOOST_TEST(zone_in_archive(archive, "Europe/Berlin 0") == "");
    BOOST_TEST(zone_in_archive(archive, "") == "");
}

BOOST_AUTO_TEST_CASE(broken_archive_has_no_zone) {
    BOOST_TEST(zone_in_archive("", "UTC") == "");
    BOOST_TEST(zone_in_archive("UTC 0 4\n", "UTC") == "");
    BOOST_TEST(zone_in_archive("UTC 9 4\n\nTZif", "UTC") == "");
    BOOST_TEST(zone_in_archive("UTC 2 9\n\nTZif", "UTC") == "if");
    BOOST_TEST(zone_in_archive("UTC\n\nTZif", "UTC") == "");
}

BOOST_AUTO_TEST_SUITE_END()
