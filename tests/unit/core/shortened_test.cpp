#include "setpoint/core/shortened.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(shortened_test)

BOOST_AUTO_TEST_CASE(text_keeps_within_the_limit_and_is_cut_between_characters) {
    BOOST_TEST(shortened("", 3) == "");
    BOOST_TEST(shortened("abc", 3) == "abc");
    BOOST_TEST(shortened("abcd", 3) == "...");
    BOOST_TEST(shortened("abcdefgh", 7) == "abcd...");
    BOOST_TEST(shortened("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 7) == "\xc3\xa4\xc3\xa4...");
    BOOST_TEST(shortened("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 6) == "\xc3\xa4...");
}

BOOST_AUTO_TEST_SUITE_END()
