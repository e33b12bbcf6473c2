#include "framework/manager/last_versions.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(last_versions_test)

BOOST_AUTO_TEST_CASE(the_annotation_is_read_as_it_was_written) {
    const last_versions v = {{"deployments.apps", "4711"}, {"pods", "12"}};
    BOOST_TEST(text_of(v) == R"({"deployments.apps":"4711","pods":"12"})");
    BOOST_TEST((read_last_versions(text_of(v)) == v));
    BOOST_TEST(text_of({}) == "{}");
}

BOOST_AUTO_TEST_CASE(only_versions_of_resources_are_taken_from_an_annotation) {
    for (const char* text :
         {"", "no JSON", "[1]", "{", R"({"pods":12})", R"({"pods":"x"})", R"({"pods":"0"})"})
        BOOST_TEST(read_last_versions(text).empty(), text);
    BOOST_TEST((read_last_versions(R"({"pods":"7","jobs.batch":null})") == last_versions{{"pods", "7"}}));
}

BOOST_AUTO_TEST_CASE(versions_are_raised_but_never_lowered) {
    last_versions v = {{"pods", "99"}};
    raise(v, {{"pods", "100"}, {"jobs.batch", "5"}});
    raise(v, {{"pods", "98"}});
    BOOST_TEST((v == last_versions{{"jobs.batch", "5"}, {"pods", "100"}}));
}

BOOST_AUTO_TEST_SUITE_END()
