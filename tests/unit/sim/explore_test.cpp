// The explorer on an operator of a few lines: what it finds, and what it does not.

#include "setpoint/sim/explore.hpp"

#include "unit/sim/note_operators.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(explore_test)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace sim_test;

BOOST_AUTO_TEST_CASE(nothing_is_found_in_an_operator_that_compares_and_repairs) {
    const auto found = sim::explore({.operators = {add_note_controller}, .story = write_twice});
    BOOST_TEST(found.empty(), found.text());
    BOOST_TEST(found.run == found.plans);
    BOOST_TEST(found.plans > 100u);
    BOOST_TEST_MESSAGE(found.text());
}

BOOST_AUTO_TEST_CASE(a_write_that_is_forgotten_in_a_crash_is_found) {
    const auto found = sim::explore({.operators = {add_forgetful_controller}, .story = write_twice});
    BOOST_TEST(!found.empty());
    BOOST_TEST(found.text().find("P2@patch notes/status default/n#1") != std::string::npos, found.text());
}

BOOST_AUTO_TEST_CASE(the_same_exploration_has_the_same_findings_whatever_the_jobs) {
    sim::exploration what{.operators = {add_forgetful_controller}, .story = write_twice};
    const auto text = [&](std::size_t jobs) {
        what.jobs = jobs;
        auto found = sim::explore(what);
        found.cpu_seconds = 0;
        return found.text();
    };
    BOOST_TEST(text(1) == text(3));
}

BOOST_AUTO_TEST_CASE(a_replayed_plan_has_the_same_finding) {
    sim::exploration what{.operators = {add_forgetful_controller}, .story = write_twice};
    what.replay = "P2@patch notes/status default/n#1";
    const auto found = sim::explore(what);
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST(found.all.front().plan == what.replay);
}

BOOST_AUTO_TEST_CASE(a_plan_without_such_a_point_is_an_error) {
    sim::exploration what{.operators = {add_note_controller}, .story = write_twice};
    what.replay = "P2@patch pods default/n#1";
    BOOST_CHECK_THROW(sim::explore(what), sim::cannot_explore);
    what.replay = "P99@patch notes default/n#1";
    BOOST_CHECK_THROW(sim::explore(what), sim::cannot_explore);
}

BOOST_AUTO_TEST_CASE(a_story_that_fails_without_faults_is_an_error) {
    const auto never_true = [](testing::environment& env) {
        env.until<config_map>("n", [](const config_map&) { return false; });
    };
    BOOST_CHECK_THROW(sim::explore({.operators = {add_note_controller}, .story = never_true}),
                      sim::cannot_explore);
    BOOST_CHECK_THROW(sim::explore({.operators = {add_note_controller}}), sim::cannot_explore);
}

BOOST_AUTO_TEST_CASE(of_two_candidates_only_the_leader_writes) {
    sim::exploration what{.operators = {add_note_controller, add_note_controller}, .story = write_twice};
    what.options.election.enabled = true;
    what.options.election.ns = "default";
    what.options.election.id = "notes";
    what.only = {"P1", "P13"};
    const auto found = sim::explore(what);
    BOOST_TEST(found.empty(), found.text());
    BOOST_TEST(found.plans >= 8u);
}

BOOST_AUTO_TEST_CASE(two_faults_are_joined_in_one_plan) {
    sim::exploration what{.operators = {add_note_controller}, .story = write_twice};
    what.only = {"P1"};
    const auto singles = sim::explore(what);
    what.pairs = true;
    const auto pairs = sim::explore(what);
    BOOST_TEST(pairs.empty(), pairs.text());
    BOOST_TEST(pairs.run > 3 * singles.run);
}

// Plans end in states of other plans; what they would have shown from there on is shown by those.
BOOST_AUTO_TEST_CASE(plans_that_end_early_have_the_findings_of_those_that_do_not) {
    for (const bool is_wrong : {false, true}) {
        sim::exploration what{.operators = {is_wrong ? add_forgetful_controller : add_note_controller},
                              .story = write_twice};
        const auto plans_with_findings = [&](bool end_early) {
            what.end_early = end_early;
            const auto found = sim::explore(what);
            BOOST_TEST((found.ended_early != 0) == end_early);
            std::string all;
            for (const sim::finding& f : found.all) all += f.plan + ": " + f.oracle + "\n";
            return all;
        };
        BOOST_TEST(plans_with_findings(true) == plans_with_findings(false));
    }
}

BOOST_AUTO_TEST_CASE(an_invariant_is_checked_at_every_revision) {
    const sim::invariant no_two{"the text is never two", [](const sim::objects& now) {
                                    const auto c = now.find<config_map>({"default", "n"});
                                    return !c || !has_text(*c, "two");
                                }};
    const auto found =
        sim::explore({.operators = {add_note_controller}, .story = write_twice, .invariants = {no_two}});
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST(found.all.front().plan == "none");
    BOOST_TEST(found.all.front().oracle == "invariant: the text is never two");
}

BOOST_AUTO_TEST_CASE(plans_are_chosen_by_perturbation_and_object) {
    sim::exploration what{.operators = {add_note_controller}, .story = write_twice};
    what.only = {"P2"};
    const std::size_t all = sim::explore(what).plans;
    what.only = {"P2@configmaps"};
    const std::size_t of_maps = sim::explore(what).plans;
    BOOST_TEST(of_maps > 0u);
    BOOST_TEST(of_maps < all);
    what.only = {"P2@configmaps default/n"};
    BOOST_TEST(sim::explore(what).plans == of_maps);
    what.only = {"P2@configmaps default/x*"};
    BOOST_TEST(sim::explore(what).plans == 0u);
    what.only = {"P2"};
    what.except = {"P2@configmaps default/*"};
    BOOST_TEST(sim::explore(what).plans == all - of_maps);
}

BOOST_AUTO_TEST_CASE(an_exploration_ends_at_its_most_findings) {
    sim::exploration what{.operators = {add_forgetful_controller}, .story = write_twice};
    what.max_findings = 1;
    const auto found = sim::explore(what);
    BOOST_TEST(found.all.size() == 1u);
    BOOST_TEST(found.run < found.plans);
}

BOOST_AUTO_TEST_SUITE_END()
