// What is compared of two runs, and how two timelines stand beside each other.
#include "testkit/story/outcome.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(outcome_test)

namespace {

story::run_trace trace(std::vector<std::string> lines) {
    story::run_trace t;
    t.lines = std::move(lines);
    for (std::size_t i = 0; i < t.lines.size(); ++i) t.times.push_back(std::to_string(i));
    return t;
}

}  // namespace

BOOST_AUTO_TEST_CASE(end_difference_names_what_is_missing_extra_and_different) {
    const std::vector<std::string> expected{R"(configmaps default/a {"data":{"x":"1"}})",
                                            R"(configmaps default/b {})"};
    const std::vector<std::string> now{R"(configmaps default/a {"data":{"x":"2"}})",
                                       R"(secrets default/s {})"};
    BOOST_TEST(story::end_difference(expected, expected) == "");
    BOOST_TEST(story::end_difference(expected, now) ==
               "  configmaps default/a differs:\n    data.x: \"2\", without faults \"1\"\n"
               "  configmaps default/b is missing\n  secrets default/s should not exist\n");
}

BOOST_AUTO_TEST_CASE(first_difference_of_two_runs_without_faults) {
    story::story_reference a, b;
    a.writes.created["pods default/x"] = b.writes.created["pods default/x"] = 1;
    BOOST_TEST(story::first_difference(a, b) == "");
    b.writes.all.push_back("patch pods default/x#1");  // how often something is updated may vary
    BOOST_TEST(story::first_difference(a, b) == "");
    b.writes.created["pods default/x"] = 2;
    BOOST_TEST(story::first_difference(a, b) == "pods default/x was created 1 times and then 2 times");
    b = a;
    b.writes.deleted["pods default/y"] = 1;
    BOOST_TEST(story::first_difference(a, b) == "pods default/y was deleted 0 times and then 1 times");
    b = a;
    b.end = {"pods default/x {}"};
    BOOST_TEST(story::first_difference(a, b).find("pods default/x should not exist") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(equal_lines_stand_beside_each_other_and_the_first_difference_is_marked) {
    const story::run_trace without = trace({"started", "create a#1 201", "create b#1 201", "patch c#1 200"});
    story::run_trace with = trace({"started", "FAULT P2: killed", "create b#2 201", "create a#1 201"});
    with.from = 1;
    const std::string text = story::side_by_side(without, with, "create a#1");
    std::vector<std::string> lines;
    for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
        lines.push_back(text.substr(at, end - at));
    BOOST_REQUIRE(lines.size() == 6u);
    BOOST_TEST(lines[1].ends_with("FAULT P2: killed"));
    BOOST_TEST(lines[2].starts_with("  > "));
    BOOST_TEST(lines[2].find("create a#1 201") != std::string::npos);
    BOOST_TEST(lines[3].find("create b#1 201") != std::string::npos);
    BOOST_TEST(lines[3].find("create b#2 201") != std::string::npos);
    BOOST_TEST(!lines[3].starts_with("  > "));
}

BOOST_AUTO_TEST_SUITE_END()
