#include "apiserver/schema/formats.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(formats_test)

BOOST_AUTO_TEST_CASE(hosts_have_no_spaces_and_atoms_no_dots_at_their_ends) {
    BOOST_TEST(!matches_format("http://a b", "uri"));
    for (const char* good : {"http://a/b c", "http:/a", "urn:a b"})
        BOOST_TEST(matches_format(good, "uri"), good);
    for (const char* bad : {".a@b", "a.@b", "a..b@c", "a@.b", "a@b."})
        BOOST_TEST(!matches_format(bad, "email"), bad);
    BOOST_TEST(matches_format("a.b@c.d", "email"));
}

// What Go's libraries accept and reject; tests/integration/formats compares thousands more with
// them.
BOOST_AUTO_TEST_CASE(formats_equal_those_of_go) {
    struct example {
        const char *format, *text;
        bool good;
    };
    for (const example& e : std::initializer_list<example>{{"uri", "http://[::1", false},
                                                           {"uri", "http://a#b", false},
                                                           {"uri", "http://a:x", false},
                                                           {"uri", "http://[fe80::1%25en0]:80/", true},
                                                           {"uri", "http://[1.2.3.4]", false},
                                                           {"uri", "http://a:1:2", false},
                                                           {"uri", "mongodb://a:1,b:2", true},
                                                           {"email", "\"a b\"@c", true},
                                                           {"email", "g: a@b;", true},
                                                           {"email", "g: a@b, c@d;", false},
                                                           {"email", "=?latin9?q?a?= <a@b>", false},
                                                           {"mac", "0123456789ab", true},
                                                           {"isbn10", "080442957x", false},
                                                           {"creditcard", "6250947000000014", false},
                                                           {"ssn", "111111111", false},
                                                           {"cidr", "010.0.0.0/08", true},
                                                           {"ipv6", "::ffff:01.2.3.4", false},
                                                           {"ipv4", "::ffff:01.2.3.4", true},
                                                           {"duration", "2562048h", true},
                                                           {"duration", "99999999999999999999s", false}}) {
        BOOST_TEST(matches_format(e.text, e.format) == e.good, e.format << " " << e.text);
    }
}

BOOST_AUTO_TEST_SUITE_END()
