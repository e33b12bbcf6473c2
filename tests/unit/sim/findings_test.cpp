// From a wrong outcome to a finding: the simplest plan, replayed, with what differs and both timelines.

#include "pages/quotes.hpp"
#include "setpoint/sim/report.hpp"
#include "testkit/sim/shrink.hpp"
#include "unit/sim/note_operators.hpp"
#include "unit/sim/shared_counter.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <unistd.h>

BOOST_AUTO_TEST_SUITE(findings_test)

using namespace setpoint;
using namespace sim_test;

namespace {

bool has_entry(const sim::timeline& in, sim::lane l, std::string_view what) {
    return std::any_of(in.begin(), in.end(),
                       [&](const sim::timeline_entry& e) { return e.in == l && e.what == what; });
}
sim::plan_step a_step(std::string_view name, std::string point) {
    return {sim::find_perturbation(name), std::move(point)};
}
sim::exploration explored() {
    return {.operators = {add_note_controller}, .story = write_twice};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_finding_has_what_differs_and_two_timelines) {
    sim::exploration what = forgetful();
    what.only = {"P2"};
    const sim::findings found = sim::explore(what);
    BOOST_REQUIRE(!found.empty());
    const sim::finding& f = found.all.front();
    BOOST_TEST(f.plan == "P2@patch notes/status default/n#1");
    BOOST_TEST(f.oracle == "story");
    BOOST_REQUIRE(f.faults.size() == 1u);
    BOOST_TEST(f.faults.front().point == "patch notes/status default/n#1");
    BOOST_TEST(f.replayed == 2u);
    BOOST_TEST(f.is_repeatable());
    using sim::lane;
    for (const sim::timeline* t : {&f.expected, &f.happened}) {
        BOOST_TEST(has_entry(*t, lane::user, "create notes default/n"));
        BOOST_TEST(has_entry(*t, lane::user, "waits: ConfigMap default/n satisfies the condition"));
        BOOST_TEST(has_entry(*t, lane::watches, "notes ADDED default/n"));
        BOOST_TEST(has_entry(*t, lane::operators, "patch notes/status default/n"));
        BOOST_TEST(has_entry(*t, lane::api, "changed notes default/n: status"));
    }
    BOOST_TEST(has_entry(f.expected, lane::api, "created configmaps default/n"));
    BOOST_TEST(!has_entry(f.happened, lane::api, "created configmaps default/n"));
    BOOST_TEST(has_entry(f.happened, lane::operators, "is killed"));
    const std::string_view seen = "sees: ConfigMap default/n satisfies the condition";
    BOOST_TEST(has_entry(f.expected, lane::user, seen));
    BOOST_TEST(!has_entry(f.happened, lane::user, seen));
    const sim::comparison c = sim::compare(f.expected, f.happened);
    BOOST_REQUIRE(c.first_difference.has_value());
    const auto& first = c.rows[*c.first_difference];
    BOOST_REQUIRE(first.expected.has_value());
    BOOST_TEST(f.expected[*first.expected].what == "created configmaps default/n");
}

BOOST_AUTO_TEST_CASE(a_finding_that_does_not_repeat_is_reported_as_such) {
    shared_counter processes;
    int mine = 0;  // the number of this process
    sim::exploration what = explored();
    what.only = {"P1"};
    what.jobs = 1;
    what.invariants = {
        {"holds but in the third process", [&processes, &mine, explorer = ::getpid()](const sim::objects&) {
             if (::getpid() == explorer) return true;
             if (mine == 0) mine = ++processes.value();
             return mine != 3;
         }}};
    const sim::findings found = sim::explore(what);
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST(found.all.front().oracle == "invariant: holds but in the third process");
    BOOST_TEST(!found.all.front().is_repeatable());
    BOOST_TEST((found.text().find("!!! IT DOES NOT REPEAT: 0 of 2") != std::string::npos), found.text());
}

BOOST_AUTO_TEST_CASE(the_simplest_plan_with_an_outcome_is_kept) {
    sim::outcomes all;
    const sim::violation wrong{"same end", "the objects differ", {}};
    all.add({a_step("P7.older", "a#1"), a_step("P2", "b#1")}, 1, wrong);
    all.add({a_step("P7", "a#1")}, 1, wrong);
    all.add({a_step("P2", "c#1")}, 3, wrong);
    all.add({a_step("P1", "b#1")}, 2, wrong);
    BOOST_TEST(all.size() == 1u);
    sim::exploration what = explored();
    sim::reference_run reference = sim::play_reference(what);
    const auto found = all.findings_of(what, reference, [] { return false; }, -1);
    BOOST_REQUIRE(found.size() == 1u);
    BOOST_TEST(found.front().plan == "P1@b#1");
    BOOST_TEST(found.front().others == 3u);
    BOOST_TEST(found.front().replayed == 0u);  // interrupted
}

BOOST_AUTO_TEST_CASE(of_two_faults_each_is_tried_alone_and_simpler_ones) {
    std::vector<std::string> plans;
    for (const auto& p : sim::simpler_plans({a_step("P7.own", "a#1"), a_step("P4", "b#1")}))
        plans.push_back(sim::to_string(p));
    const std::vector<std::string> wanted{"P7.own@a#1", "P4@b#1", "P2@a#1 + P4@b#1"};
    BOOST_TEST(plans == wanted, boost::test_tools::per_element());
    BOOST_TEST(sim::simpler_plans({a_step("P7.own", "a#1")}).empty());
}

BOOST_AUTO_TEST_CASE(a_pair_of_which_one_fault_suffices_becomes_that_fault) {
    sim::exploration what = forgetful();
    sim::reference_run reference = sim::play_reference(what);
    sim::outcomes all;
    all.add({a_step("P15", "user: create notes default/n#1"), a_step("P2", "patch notes/status default/n#1")},
            0, {"story", "whatever the wait says", {}});
    const auto found = all.findings_of(what, reference, {}, -1);
    BOOST_REQUIRE(found.size() == 1u);
    BOOST_TEST(found.front().plan == "P2@patch notes/status default/n#1");
    BOOST_TEST(found.front().repeats == 2u);
}

// What a finding of the forgetful operator has as its test, as it is pasted: with the operator that is right,
// it passes.
BOOST_AUTO_TEST_CASE(story_after_P2_patch_notes_status_default_n_1) {
    sim::exploration what = explored();
    what.replay = "P2@patch notes/status default/n#1";
    const sim::findings found = sim::explore(what);
    BOOST_TEST(found.empty(), found.text());
}

BOOST_AUTO_TEST_CASE(the_test_of_a_finding_is_the_one_above) {
    sim::exploration what = forgetful();
    what.replay = "P2@patch notes/status default/n#1";
    const sim::findings found = sim::explore(what);
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST(!found.all.front().expected.empty());
    const std::string source = pages::normalised(pages::read("tests/unit/sim/findings_test.cpp"));
    BOOST_TEST((source.find(pages::normalised(sim::test_of(found.all.front()))) != std::string::npos),
               sim::test_of(found.all.front()));
}

BOOST_AUTO_TEST_CASE(the_environment_names_the_page_of_an_exploration_that_finds_something) {
    std::string folder = (std::filesystem::temp_directory_path() / "setpoint-XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(folder.data()));
    ::setenv("SETPOINT_EXPLORE_PAGE", (folder + "/found.html").c_str(), 1);
    sim::exploration what = forgetful();
    what.only = {"P2"};
    what.name = "notes";
    (void)sim::explore(what);
    BOOST_TEST(std::filesystem::exists(folder + "/found-notes.html"));
    what.operators = {add_note_controller};
    what.name = "nothing";
    (void)sim::explore(what);
    BOOST_TEST(!std::filesystem::exists(folder + "/found-nothing.html"));
    ::unsetenv("SETPOINT_EXPLORE_PAGE");
    what.page = folder + "/wanted.html";
    (void)sim::explore(what);
    BOOST_TEST(std::filesystem::exists(what.page));
    std::filesystem::remove_all(folder);
}

// docs/exploring.md shows a finding as it is printed; the message has what is.
BOOST_AUTO_TEST_CASE(the_page_shows_what_is_printed) {
    sim::exploration what = forgetful();
    what.name = "notes";
    what.only = {"P1", "P2"};
    sim::findings found = sim::explore(what);
    BOOST_REQUIRE(!found.empty());
    found.all.resize(1);
    std::string text = sim::describe(found, {96, false});
    BOOST_TEST_MESSAGE(text);
    text.erase(0, text.find("\n\n"));  // how many points and plans there are
    const std::string page = pages::read("docs/exploring.md");
    BOOST_TEST((page.find(text + "```\n") != std::string::npos), text);
}

BOOST_AUTO_TEST_SUITE_END()
