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

BOOST_AUTO_TEST_CASE(a_symptom_has_no_names_revisions_and_numbers) {
    const auto symptom = [](std::string oracle, std::string detail) {
        return story::symptom_of({std::move(oracle), std::move(detail)});
    };
    const std::string invariant = "invariant: at most one head";
    BOOST_TEST(
        symptom(invariant, "after create pods ml/r-head-x7k2p (resourceVersion 88): there are 2; wanted") ==
        invariant + ": after create pods");
    BOOST_TEST(symptom(invariant, "after create pods ml/a (resourceVersion 1): there are 3; wanted") !=
               symptom(invariant, "after delete pods ml/a (resourceVersion 1): there are 3; wanted"));
    BOOST_TEST(symptom("same end",
                       "the objects differ at the end:\n  pods a/g-1 is missing\n  pods a/g-2 is missing") ==
               symptom("same end", "the objects differ at the end:\n  pods a/g-3 is missing\n"));
    BOOST_TEST(symptom("story", "story.yaml:12: waited for Pod a: Ready, but .status.n is 1") ==
               "story: story.yaml:12: waited for Pod a: Ready");
    BOOST_TEST(symptom("story", "story.yaml:12: waited for a, but b") !=
               symptom("story", "story.yaml:13: waited for a, but b"));
    BOOST_TEST(symptom("comes to rest", "the operator is not ready: 2 of 3 watches are open") ==
               symptom("comes to rest", "the operator is not ready: 1 of 3 watches are open"));
}

BOOST_AUTO_TEST_CASE(evidence_needs_no_repeat_and_comes_first) {
    BOOST_TEST(story::is_evidence({"invariant: at most one", ""}));
    BOOST_TEST(story::is_evidence({"nothing created twice", ""}));
    BOOST_TEST(story::is_evidence({"nothing deleted twice", ""}));
    for (const char* oracle :
         {"story", "same end", "comes to rest", "operator ended", "only the leader writes"})
        BOOST_TEST(!story::is_evidence({oracle, ""}), oracle);
    const std::vector<story::wrong_outcome> all{
        {"story", "a"}, {"same end", "b"}, {"nothing created twice", "c"}};
    BOOST_TEST(story::main_outcome(all).detail == "c");
    const std::vector<story::wrong_outcome> two{all[0], all[1]};
    BOOST_TEST(story::main_outcome(two, "same end").detail == "b");
    BOOST_TEST(story::main_outcome(two, "operator ended").detail == "a");
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
