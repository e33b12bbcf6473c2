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

BOOST_AUTO_TEST_CASE(a_prefix_ends_between_characters_and_has_no_ellipsis) {
    constexpr std::string_view text = "a\xc3\xa4\xe2\x82\xacz";  // of 1, 2, 3 and 1 bytes
    constexpr std::size_t sizes[] = {0, 1, 1, 3, 3, 3, 6, 7, 7};
    for (std::size_t limit = 0; limit < std::size(sizes); ++limit)
        BOOST_TEST(utf8_prefix(text, limit).size() == sizes[limit], limit);
    BOOST_TEST(utf8_prefix("\xa4\xa4\xa4", 2) == "");
}

BOOST_AUTO_TEST_SUITE_END()
