// How the objects of two runs differ at their ends.
#include "testkit/sim/end_difference.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(end_difference_test)

using namespace setpoint;

BOOST_AUTO_TEST_CASE(names_what_is_missing_extra_and_different) {
    const std::vector<std::string> expected{R"(configmaps default/a {"data":{"x":"1"}})",
                                            R"(configmaps default/b {})"};
    const std::vector<std::string> now{R"(configmaps default/a {"data":{"x":"2"}})",
                                       R"(secrets default/s {})"};
    BOOST_TEST(sim::difference_at_end(expected, expected).text == "");
    BOOST_TEST(sim::difference_at_end(expected, expected).fields.empty());
    const sim::end_difference d = sim::difference_at_end(expected, now);
    BOOST_TEST(d.text ==
               "  configmaps default/a differs:\n    data.x: \"2\", without faults \"1\"\n"
               "  configmaps default/b is missing\n  secrets default/s should not exist\n");
    BOOST_REQUIRE(d.fields.size() == 3u);
    BOOST_TEST(d.fields[0].object == "configmaps default/a");
    BOOST_TEST(d.fields[0].field == "data.x");
    BOOST_TEST(d.fields[0].expected == "\"1\"");
    BOOST_TEST(d.fields[0].happened == "\"2\"");
    BOOST_TEST(d.fields[1].expected == "{}");
    BOOST_TEST(d.fields[1].happened == "");
    BOOST_TEST(d.fields[2].expected == "");
    BOOST_TEST(d.fields[2].happened == "{}");
}

BOOST_AUTO_TEST_SUITE_END()
