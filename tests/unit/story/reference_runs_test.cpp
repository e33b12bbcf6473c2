// What runs without faults have in common, and the names that an operator makes up.
#include "testkit/story/reference_runs.hpp"

#include "testkit/sim/canonical.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using story::created_object, story::run_without_faults;

BOOST_AUTO_TEST_SUITE(reference_runs_test)

namespace {

run_without_faults a_run(std::vector<std::string> end = {}) {
    run_without_faults r;
    r.reference.end = std::move(end);
    r.reference.writes.created["configmaps default/x"] = 1;
    r.reference.settle = std::chrono::milliseconds(100);
    return r;
}

std::vector<std::string> forms_of(const std::vector<created_object>& a,
                                  const std::vector<created_object>& b) {
    std::vector<std::string> all;
    for (const sim::made_up_name& n : story::learn_names(a, b)) all.push_back(n.begin + "*" + n.end);
    return all;
}

created_object a_pod(const std::string& name, const std::string& family = "app") {
    return {"pods.", "default", name, family};
}

using names = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_CASE(equal_runs_have_nothing_to_say) {
    const std::vector<run_without_faults> all{a_run({"configmaps default/x {}"}),
                                              a_run({"configmaps default/x {}"})};
    BOOST_TEST(!story::differ(all));
    const story::common_reference c = story::combine(all);
    BOOST_TEST(c.wrong.empty());
    BOOST_TEST(c.not_compared.empty());
    BOOST_TEST(c.reference.end.size() == 1u);
    BOOST_TEST((c.reference.settle == std::chrono::milliseconds(250)));
}

BOOST_AUTO_TEST_CASE(an_object_that_the_operator_creates_by_chance_is_wrong) {
    std::vector<run_without_faults> all{a_run(), a_run({"configmaps default/y {}"}), a_run()};
    all[1].reference.writes.created["configmaps default/y"] = 1;
    all[1].reference.timeline.push_back({{}, sim::lane::api, "", "created configmaps y", "", ""});
    BOOST_TEST(story::differ(all));
    const story::common_reference c = story::combine(all);
    BOOST_REQUIRE(c.wrong.size() == 1u);
    BOOST_TEST(c.wrong[0].wrong.oracle == "same in each run");
    BOOST_TEST(c.wrong[0].wrong.detail ==
               "configmaps default/y: created by the operator in some runs only\n"
               "    created 0, 1, 0 times in 3 runs without faults");
    BOOST_TEST(c.wrong[0].seen == 1u);
    BOOST_TEST(c.wrong[0].runs == 3u);
    BOOST_TEST(c.wrong[0].run == 1u);
    BOOST_TEST(c.wrong[0].happened.size() == 1u);
    BOOST_TEST(c.wrong[0].expected.empty());
    BOOST_TEST(c.not_compared.empty());
    // A plan in which it occurs shows nothing new.
    BOOST_TEST(c.reference.left_out.contains("configmaps default/y"));
    BOOST_TEST(c.reference.writes.created.at("configmaps default/y") == 1);
}

BOOST_AUTO_TEST_CASE(other_objects_that_differ_are_not_compared) {
    std::vector<run_without_faults> all{
        a_run({R"(configmaps default/x {"data":{"at":"1"}})", "pods default/p {}"}),
        a_run({R"(configmaps default/x {"data":{"at":"2"}})", "pods default/p {}", "pods default/q {}"})};
    all[0].reference.writes.deleted["pods default/r"] = 1;
    all[1].reference.writes.deleted["pods default/r"] = 2;
    const story::common_reference c = story::combine(all);
    BOOST_TEST(c.wrong.empty());
    const names expected{"pods default/r: deleted 1, 2 times in 2 runs without faults",
                         "configmaps default/x: data.at",
                         "pods default/q: at the end of 1 of 2 runs without faults"};
    BOOST_TEST(c.not_compared == expected, boost::test_tools::per_element());
    const names end{"pods default/p {}"};
    BOOST_TEST(c.reference.end == end, boost::test_tools::per_element());
    BOOST_TEST(c.reference.writes.deleted.at("pods default/r") == 2);
}

BOOST_AUTO_TEST_CASE(a_run_that_fails_is_counted_and_not_compared) {
    std::vector<run_without_faults> all{a_run({"pods default/p {}"}), a_run(), a_run({"pods default/p {}"})};
    all[1].wrong.push_back({"story", "story.yaml:3: waited for Pod default/p, but there is none"});
    all[1].is_whole = false;
    BOOST_TEST(story::differ(all));
    const story::common_reference c = story::combine(all);
    BOOST_REQUIRE(c.wrong.size() == 1u);
    BOOST_TEST(c.wrong[0].seen == 1u);
    BOOST_TEST(c.wrong[0].runs == 3u);
    BOOST_TEST(c.reference.end.size() == 1u);
    BOOST_TEST(c.reference.left_out.empty());
}

BOOST_AUTO_TEST_CASE(only_the_first_run_restarts_the_operator) {
    std::vector<run_without_faults> all{a_run(), a_run()};
    all[0].wrong.push_back({"a restart writes nothing", "after the end, a restarted operator writes:"});
    BOOST_TEST(!story::differ(all));
    const story::common_reference c = story::combine(all);
    BOOST_REQUIRE(c.wrong.size() == 1u);
    BOOST_TEST(c.wrong[0].seen == 1u);
    BOOST_TEST(c.wrong[0].runs == 1u);
}

BOOST_AUTO_TEST_CASE(only_the_first_run_waits_for_an_operator_without_rest) {
    std::vector<run_without_faults> all{a_run({"configmaps default/x {}"}), a_run()};
    all[0].reference.comes_to_rest = all[1].reference.comes_to_rest = false;
    all[0].wrong.push_back({"write rate", "patch configmaps default/x#103: 101 times after the story's end"});
    BOOST_TEST(!story::differ(all));
    const story::common_reference c = story::combine(all);
    BOOST_REQUIRE(c.wrong.size() == 1u);
    BOOST_TEST(c.wrong[0].runs == 1u);
    BOOST_TEST(c.not_compared.empty());  // what is there at the end is chance
}

BOOST_AUTO_TEST_CASE(made_up_parts_of_names_are_learnt) {
    BOOST_TEST(forms_of({a_pod("d-worker-92ad35fbba"), a_pod("d-worker-0b3f9a11cc"), a_pod("d-head")},
                        {a_pod("d-worker-77aa0c4f12"), a_pod("d-worker-fe01928374"), a_pod("d-head")}) ==
                   names{"d-worker-*"},
               boost::test_tools::per_element());
    BOOST_TEST(forms_of({a_pod("a-12ab-data")}, {a_pod("a-98fe-data")}) == names{"a-*-data"},
               boost::test_tools::per_element());
    BOOST_TEST(forms_of({a_pod("job-10233")}, {a_pod("job-9977")}) == names{"job-*"},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_of_other_kinds_of_difference_are_not_learnt) {
    const names none;
    const auto is_none = [&](const std::vector<created_object>& a, const std::vector<created_object>& b) {
        BOOST_TEST(forms_of(a, b) == none, boost::test_tools::per_element());
    };
    is_none({a_pod("web-blue")}, {a_pod("web-gray")});
    is_none({a_pod("web-1")}, {a_pod("web-2")});
    is_none({a_pod("w-92ad35"), a_pod("w-0b3f9a")}, {a_pod("w-77aa0c")});  // one is missing
    is_none({a_pod("w-92ad35")}, {a_pod("w-77aa0c", "another family")});
    is_none({a_pod("w-92ad35")}, {a_pod("w-92ad35")});
}

BOOST_AUTO_TEST_CASE(made_up_parts_are_replaced_wherever_they_are) {
    const std::vector<sim::made_up_name> known{{"d-worker-", "", 10, 10}, {"a-", "-data", 4, 4}};
    const auto without = [&](std::string_view text) { return sim::without_made_up(text, known); };
    BOOST_TEST(without("d-worker-92ad35fbba") == "d-worker-*");
    BOOST_TEST(without("d-worker-92ad35fbba-5d4f-x7k2p") == "d-worker-*-5d4f-x7k2p");
    BOOST_TEST(without("create pods ml/d-worker-92ad35fbba, a-12ab-data") ==
               "create pods ml/d-worker-*, a-*-data");
    BOOST_TEST(without("d-worker-92ad35fbb") == "d-worker-92ad35fbb");
    BOOST_TEST(without("old-worker-92ad35fbba") == "old-worker-92ad35fbba");
    BOOST_TEST(without("ad-worker-92ad35fbba") == "ad-worker-92ad35fbba");
    BOOST_TEST(without("") == "");
    sim::identities ids;
    ids.made_up = known;
    BOOST_TEST(sim::canonical_word("d-worker-92ad35fbba at 12345678", ids) == "d-worker-* at <time>");
}

BOOST_AUTO_TEST_CASE(a_name_may_contain_an_identity) {
    const std::string uid = "ad83b9e3-0000-4000-8000-00000000000a";
    BOOST_TEST(sim::uid_in("pvc-" + uid + "-x") == uid);
    BOOST_TEST(sim::uid_in("pvc-data") == "");
}

BOOST_AUTO_TEST_SUITE_END()
