#include "setpoint/api/int_or_string.hpp"

#include <boost/test/unit_test.hpp>

#include <limits>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(int_or_string_test)

BOOST_AUTO_TEST_CASE(value_is_an_integer_a_string_or_unset) {
    const int_or_string unset, number = 80, zero = 0, name = "http", empty = "";
    BOOST_TEST(!unset.is_set());
    BOOST_TEST(number.is_integer());
    BOOST_TEST(number.integer() == 80);
    BOOST_TEST(zero.is_set());
    BOOST_TEST(name.is_string());
    BOOST_TEST(name.string() == "http");
    BOOST_TEST(empty.is_set());
    BOOST_TEST(number.to_string() == "80");
    BOOST_TEST(name.to_string() == "http");
    BOOST_TEST(unset.to_string() == "");
    BOOST_TEST((number != int_or_string("80")));
    BOOST_TEST((number == int_or_string(80)));
    BOOST_TEST((zero != unset));
}

BOOST_AUTO_TEST_CASE(percentages_are_taken_of_a_total) {
    struct row {
        int_or_string value;
        std::int32_t total, up, down;
    };
    for (const row& r : {row{5, 10, 5, 5}, row{"25%", 10, 3, 2}, row{"25%", 4, 1, 1}, row{"0%", 10, 0, 0},
                         row{"1%", 1, 1, 0}, row{"100%", 7, 7, 7}, row{"150%", 3, 5, 4}, row{"10%", 0, 0, 0},
                         row{"2147483647%", 2147483647, 2147483647, 2147483647}}) {
        BOOST_TEST(r.value.scaled(r.total, true).value() == r.up);
        BOOST_TEST(r.value.scaled(r.total, false).value() == r.down);
    }
    for (const char* text : {"", "%", "25", "25 %", "x%", "2.5%", "25%%", "99999999999%"}) {
        BOOST_TEST(int_or_string(text).scaled(10, true).has_error());
    }
    BOOST_TEST(int_or_string().scaled(10, true).has_error());
}

BOOST_AUTO_TEST_CASE(json_keeps_the_difference) {
    using traits = json::scalar_traits<int_or_string>;
    int_or_string value;
    BOOST_TEST(traits::is_unset(value));
    BOOST_TEST(traits::parse_number(80, value));
    std::string out;
    traits::print(value, out);
    BOOST_TEST(traits::parse("a\"b", value));
    traits::print(value, out);
    BOOST_TEST(out == "80\"a\\\"b\"");
    BOOST_TEST(!traits::parse_number(std::int64_t{1} << 31, value));
    BOOST_TEST(!traits::parse_number(std::numeric_limits<std::int64_t>::min(), value));
    BOOST_TEST(value.string() == "a\"b");
}

BOOST_AUTO_TEST_SUITE_END()
