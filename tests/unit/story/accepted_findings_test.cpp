// What names the cause of a finding in every run, and the file of accepted findings.
#include "testkit/story/accepted_findings.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using story::accepted_finding, story::finding;

BOOST_AUTO_TEST_SUITE(accepted_findings_test)

namespace {

finding found(const std::string& oracle, const std::string& detail, const std::string& plan = "P1@x#1") {
    finding f;
    f.oracle = oracle;
    f.detail = detail;
    f.plan = plan;
    story::mark_accepted(f, {});
    return f;
}

std::string symptom(const std::string& oracle, const std::string& detail) {
    return story::general_symptom(found(oracle, detail));
}

std::string error_of(const std::string& text) {
    try {
        (void)story::read_accepted_text(text, "known.yaml");
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

}  // namespace

BOOST_AUTO_TEST_CASE(symptoms_lack_names_revisions_and_places) {
    BOOST_TEST(
        symptom("story", "story.yaml:9: waited for ConfigMap default/g-7: 3 of them, but there are 2") ==
        "waited for ConfigMap NAME: N of them");
    BOOST_TEST(symptom("write rate", "patch gadgets/status default/g#7: 101 times after the story's end") ==
               "patch gadgets/status NAME: N times after the story's end");
    BOOST_TEST(symptom("x", "object 0a1b2c3d-0000-4000-8000-00a1b2c3d4e5 of apps/v1: 409") ==
               "object UID of apps/v1: 409");
    BOOST_TEST(symptom("operator ended", "it ended with exit code 2; its last output:\nx") ==
               "it ended with exit code N");
    BOOST_TEST(symptom("invariant: one", "after update pods a/b (resourceVersion 7): there are 2; wanted 1")
                   .empty());
}

BOOST_AUTO_TEST_CASE(lists_of_objects_and_requests_are_symptoms) {
    BOOST_TEST(symptom("nothing created twice",
                       "created more often:\n    pods ml/a created 2 times, without faults 1\n"
                       "    pods ml/b created 3 times, without faults 1\n") ==
               "pods NAME created N times, without faults N");
    BOOST_TEST(symptom("a restart writes nothing",
                       "after the end, a restarted operator writes:\n    patch gadgets/status default/g#3") ==
               "patch gadgets/status NAME");
    finding f = found("same end", "the objects differ at the end:\n  ...");
    f.differences = {{"configmaps default/a", "data.x[2].y", "1", "2"},
                     {"configmaps default/b", "", "{}", ""}};
    BOOST_TEST(story::general_symptom(f) == "configmaps data.x[].y; configmaps missing");
}

BOOST_AUTO_TEST_CASE(a_cause_is_the_same_for_other_names) {
    const finding one = found("story", "s.yaml:9: waited for Pod a/b: exists, but there is none");
    const finding other =
        found("story", "s.yaml:31: waited for Pod a/c: exists, but there is none", "P4@y#1");
    const finding third = found("story", "s.yaml:9: waited for Service a/b: exists, but there is none");
    BOOST_TEST(one.cause == other.cause);
    BOOST_TEST(one.cause != third.cause);
    BOOST_TEST(one.cause.starts_with("story-"));
    BOOST_TEST(found("invariant: at most 3!", "").cause.starts_with("invariant-at-most-3-"));
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read_and_accepts) {
    story::findings all;
    all.all = {found("story", "waited for Pod a/b: exists, but no"),
               found("same end", "x", "P1@a#1 + P2@b#1")};
    std::vector<accepted_finding> known = all.to_accept({});
    known.front().comment = "see #12: \"known\"";
    const auto read = story::read_accepted_text(story::accepted_text(known), "known.yaml");
    BOOST_REQUIRE(read.size() == 2u);
    BOOST_TEST(read[0].cause == all.all[0].cause);
    BOOST_TEST(read[0].comment == "see #12: \"known\"");
    BOOST_TEST(read[0].plans == std::vector<std::string>{"P1@x#1"});
    BOOST_TEST(all.failures() == 2u);
    for (finding& f : all.all) story::mark_accepted(f, read);
    BOOST_TEST(all.failures() == 0u);
    BOOST_TEST(all.all[0].comment == "see #12: \"known\"");
}

BOOST_AUTO_TEST_CASE(only_a_whole_exploration_misses_accepted_findings) {
    const accepted_finding single{"a-1", "a", "", {"P1@x#1"}, "keep"},
        pair{"b-2", "b", "", {"P1@x#1 + P2@y#1"}};
    story::findings none;
    BOOST_TEST(none.gone({single, pair}).empty());
    BOOST_TEST(none.to_accept({single, pair}).size() == 2u);
    none.is_whole = true;
    BOOST_REQUIRE(none.gone({single, pair}).size() == 1u);
    BOOST_TEST(none.gone({single, pair}).front().cause == "a-1");
    none.pairs = 3;
    BOOST_TEST(none.gone({single, pair}).size() == 2u);
    BOOST_TEST(none.to_accept({single, pair}).empty());
}

BOOST_AUTO_TEST_CASE(further_plans_and_comments_are_kept) {
    story::findings again;
    again.all = {found("story", "waited for Pod a/b: exists, but no", "P4@y#1")};
    const std::vector<accepted_finding> before{
        {again.all[0].cause, "story", "waited", {"P1@x#1"}, "because"}};
    const auto after = again.to_accept(before);
    BOOST_REQUIRE(after.size() == 1u);
    BOOST_TEST(after[0].comment == "because");
    BOOST_TEST(after[0].plans == (std::vector<std::string>{"P1@x#1", "P4@y#1"}));
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_file_have_their_place) {
    BOOST_TEST(error_of("") == "known.yaml: is empty; accepted findings are a list under `accepted:`");
    BOOST_TEST(error_of("accepted:\n- oracle: a\n") == "known.yaml:2: .accepted[0]: cause is missing");
    BOOST_TEST(
        error_of("accepted:\n- cause: a\n  oracle: b\n  note: c\n") ==
        "known.yaml:4: .accepted[0].note: unknown key; known are cause, oracle, symptom, plans, comment");
    BOOST_TEST(error_of("accepted:\n- {cause: a, oracle: b}\n- {cause: a, oracle: b}\n") ==
               "known.yaml:3: .accepted[1]: the cause a is there twice");
    BOOST_TEST(error_of("accepted: 3\n") == "known.yaml:1: .accepted: must be a list");
    BOOST_TEST(error_of("accepted:\n- {cause: a, oracle: b, comment: [x]}\n") ==
               "known.yaml:2: .accepted[0].comment: must be a string; put it in quotes");
}

BOOST_AUTO_TEST_SUITE_END()
