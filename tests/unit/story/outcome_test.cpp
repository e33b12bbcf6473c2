// What is compared of two runs.
#include "testkit/story/outcome.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(outcome_test)

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

BOOST_AUTO_TEST_CASE(outcomes_of_one_symptom_are_one_finding) {
    const auto symptom = [](std::string oracle, std::string detail) {
        return story::symptom_of({std::move(oracle), std::move(detail)});
    };
    BOOST_TEST(symptom("story", "waited for a\nfirst") == symptom("story", "waited for a\nsecond"));
    BOOST_TEST(symptom("same end", "the objects differ:\n a") !=
               symptom("same end", "the objects differ:\n b"));
}

BOOST_AUTO_TEST_CASE(outcomes_are_alike_if_the_same_field_of_an_object_is_wrong) {
    const auto end = [](std::string object, std::string field, std::string happened) {
        return story::wrong_outcome{"same end",
                                    "the objects differ: " + happened,
                                    {{std::move(object), std::move(field), "1", std::move(happened)}}};
    };
    BOOST_TEST(story::is_alike(end("a", "x", "2"), end("a", "x", "3")));
    BOOST_TEST(!story::is_alike(end("a", "x", "2"), end("a", "y", "2")));
    BOOST_TEST(!story::is_alike(end("a", "x", "2"), end("b", "x", "2")));
    BOOST_TEST(story::is_alike({"story", "a"}, {"story", "b"}));
    BOOST_TEST(!story::is_alike({"story", "a"}, {"write rate", "a"}));
    BOOST_TEST(!story::is_alike({"nothing deleted twice", "a"}, {"nothing deleted twice", "b"}));
}

BOOST_AUTO_TEST_SUITE_END()
