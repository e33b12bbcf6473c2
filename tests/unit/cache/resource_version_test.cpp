#include "framework/cache/resource_version.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(resource_version_test)

BOOST_AUTO_TEST_CASE(versions_compare_as_numbers_of_any_length) {
    const struct {
        std::string_view a, b;
        bool older, reached;
    } cases[] = {
        {"1", "2", true, false},     {"2", "1", false, true},
        {"7", "7", false, true},     {"9", "10", true, false},
        {"10", "9", false, true},    {"99999999999999999999999", "100000000000000000000000", true, false},
        {"", "1", false, false},     {"1", "", false, false},
        {"", "", false, false},      {"0", "1", false, false},
        {"01", "2", false, false},   {"abc", "abd", false, false},
        {"abc", "abc", false, true}, {"-1", "1", false, false},
    };
    for (const auto& c : cases) {
        BOOST_TEST_CONTEXT("'" << c.a << "' and '" << c.b << "'") {
            BOOST_TEST(older(c.a, c.b) == c.older);
            BOOST_TEST(reached(c.a, c.b) == c.reached);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
