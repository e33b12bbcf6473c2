#include <boost/test/unit_test.hpp>

#include <apiserver/schema/formats.hpp>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(formats_test)

BOOST_AUTO_TEST_CASE(hosts_have_no_spaces_and_atoms_no_dots_at_their_ends) {
    BOOST_TEST(!has_format("http://a b", "uri"));
    for (const char* good : {"http://a/b c", "http:/a", "urn:a b"}) BOOST_TEST(has_format(good, "uri"), good);
    for (const char* bad : {".a@b", "a.@b", "a..b@c", "a@.b", "a@b."})
        BOOST_TEST(!has_format(bad, "email"), bad);
    BOOST_TEST(has_format("a.b@c.d", "email"));
}

BOOST_AUTO_TEST_SUITE_END()
