#include "testkit/sim/printable.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(printable_test)

using namespace setpoint;

BOOST_AUTO_TEST_CASE(control_characters_and_marks_of_direction_are_shown) {
    BOOST_TEST(sim::printable("a\x1b[31mb\n\t\x7f") == "a\\x1b[31mb\\x0a\\x09\\x7f");
    BOOST_TEST(sim::printable("a\u202eb\u200bc\ufeff") == "a\\u202eb\\u200bc\\ufeff");
    BOOST_TEST(sim::printable("\xc2\x9b") == "\\u009b");
}

BOOST_AUTO_TEST_CASE(utf_8_stays_and_other_bytes_are_shown) {
    BOOST_TEST(sim::printable("gr\u00fc\u00df \u4f60\U0001f600") == "gr\u00fc\u00df \u4f60\U0001f600");
    BOOST_TEST(sim::printable("\xff\xc3") == "\\xff\\xc3");
    BOOST_TEST(sim::printable("\xc0\xaf") == "\\xc0\\xaf");           // longer than needed
    BOOST_TEST(sim::printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // a half of a pair
    BOOST_TEST(sim::printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
}

BOOST_AUTO_TEST_CASE(nothing_has_a_meaning_in_html) {
    BOOST_TEST(sim::html("<script>alert('x' & \"y\")</script>\x1b") ==
               "&lt;script&gt;alert(&#39;x&#39; &amp; &quot;y&quot;)&lt;/script&gt;\\x1b");
}

BOOST_AUTO_TEST_CASE(text_is_broken_at_spaces_where_there_are_any) {
    using lines = std::vector<std::string>;
    BOOST_TEST(sim::wrapped("one two three", 8) == (lines{"one two", "three"}),
               boost::test_tools::per_element());
    BOOST_TEST(sim::wrapped("onetwothree", 4) == (lines{"onet", "woth", "ree"}),
               boost::test_tools::per_element());
    BOOST_TEST(sim::wrapped("\u00fc\u00fc\u00fc", 2) == (lines{"\u00fc\u00fc", "\u00fc"}),
               boost::test_tools::per_element());
    BOOST_TEST(sim::wrapped("", 4) == lines{""}, boost::test_tools::per_element());
    BOOST_TEST(sim::clipped("\u00fc\u00fc\u00fc\u00fc\u00fc", 4) == "\u00fc...");
    BOOST_TEST(sim::clipped("four", 4) == "four");
}

BOOST_AUTO_TEST_SUITE_END()
