#include "setpoint/core/ip_text.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(ip_text_test)

BOOST_AUTO_TEST_CASE(addresses_are_read) {
    for (const char* s : {"10.9.8.7", "0.0.0.0", "fd00::1", "::", "fe80::1%1", "::ffff:10.9.8.7"}) {
        const auto a = parse_ip(s);
        BOOST_REQUIRE_MESSAGE(a.has_value(), s);
        BOOST_TEST(a->is_v4() == (std::string_view(s).find(':') == std::string_view::npos), s);
    }
    BOOST_TEST(parse_ip("10.9.8.7").value().to_string() == "10.9.8.7");
}

BOOST_AUTO_TEST_CASE(other_text_is_rejected_whatever_it_begins_with) {
    using namespace std::string_literals;
    for (const std::string& s : {""s, "a"s, "10.9.8"s, "10.9.8.7 "s, "10.9.8.256"s, "[::1]"s, "10.9.8.7\0"s,
                                 "10.9.8.7\0.example.com"s, "::1\0"s, std::string(100, '1')})
        BOOST_TEST(!parse_ip(s).has_value(), s);
}

BOOST_AUTO_TEST_SUITE_END()
