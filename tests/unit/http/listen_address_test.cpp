#include "setpoint/http/listen_address.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(listen_address_test)

BOOST_AUTO_TEST_CASE(addresses_are_read_and_written_back) {
    for (const char* s : {":8080", ":0", "127.0.0.1:65535", "[::1]:80", "0.0.0.0:1"}) {
        const auto a = parse_listen_address(s, "--flag");
        BOOST_REQUIRE_MESSAGE(a.has_value(), s);
        BOOST_TEST(a->text() == s);
    }
    BOOST_TEST(parse_listen_address("localhost:80", "--flag").value().text() == "127.0.0.1:80");
    BOOST_TEST(parse_listen_address(":8080", "--flag").value().host == "");
    BOOST_TEST(parse_listen_address("[::1]:80", "--flag").value().host == "::1");
}

BOOST_AUTO_TEST_CASE(an_invalid_address_is_rejected_with_the_flag_and_the_reason) {
    const auto why = [](const char* s) { return parse_listen_address(s, "--flag").error().message; };
    BOOST_TEST(why("8080") == "--flag: \"8080\" has no port; write :port or address:port");
    BOOST_TEST(why("") == "--flag: \"\" has no port; write :port or address:port");
    for (const char* s : {":", ":x", ":80 ", ": 80", ":-1", ":65536", ":+1", "127.0.0.1:0x50"})
        BOOST_TEST(why(s).ends_with("does not end in a port, 0 to 65535"), s << " " << why(s));
    for (const char* s : {"example.com:80", "1.2.3:80", "[]:80", "[x]:80", "256.1.1.1:80", " 127.0.0.1:80"})
        BOOST_TEST(why(s).ends_with("has no IP address before its port"), s << " " << why(s));
    using namespace std::string_literals;
    BOOST_TEST(!parse_listen_address("10.0.0.0\0:1:80"s, "--flag").has_value());
    for (const char* s : {"::1:80", "[127.0.0.1]:80"})
        BOOST_TEST(why(s).ends_with("must have brackets around an IPv6 address, and only there"),
                   s << " " << why(s));
    BOOST_CHECK(parse_listen_address("x", "--flag").error().code == errc::bad_config);
}

BOOST_AUTO_TEST_SUITE_END()
