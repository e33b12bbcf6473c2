// What cannot be explored, and what the explorer says of it.

#include "unit/sim/note_operators.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>

BOOST_AUTO_TEST_SUITE(bad_input_test)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace sim_test;
using namespace std::chrono_literals;

namespace {

std::string refusal(const sim::exploration& what) {
    try {
        const sim::findings found = sim::explore(what);
        return "explored: " + found.text();
    } catch (const sim::cannot_explore& e) {
        return e.what();
    }
}
std::string refused_replay(std::string plan) {
    sim::exploration what{.operators = {add_note_controller}, .story = write_twice};
    what.replay = std::move(plan);
    return refusal(what);
}
std::string refused_story(std::function<void(testing::environment&)> story) {
    return refusal({.operators = {add_note_controller}, .story = std::move(story), .cpu_limit = 2s});
}
// Each of the words, for a message that says what is wrong and what to do.
void check(const std::string& message, std::initializer_list<std::string_view> words) {
    for (const std::string_view w : words)
        BOOST_TEST((message.find(w) != std::string::npos), message << "\n  has no: " << w);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_story_that_fails_without_faults_is_refused_with_its_failure) {
    check(refused_story([](testing::environment& env) {
              env.create(make_note("n", "one"));
              env.until<config_map>("n", [](const config_map& c) { return has_text(c, "three"); });
          }),
          {"the story fails without faults", "ConfigMap", "within 60 s", "last seen"});
    check(refusal({.operators = {add_note_controller}}), {"there is no story"});
}

BOOST_AUTO_TEST_CASE(a_story_that_is_not_deterministic_is_refused_with_the_first_difference) {
    int runs = 0;
    check(refused_story([&runs](testing::environment& env) {
              env.create(make_note("n", "one"));
              if (++runs == 2) env.patch<note>("n", {{"spec", {{"text", "two"}}}});
              env.until<config_map>("n", [](const config_map&) { return true; });
          }),
          {"not deterministic", "of the trace differs", "before: ", "first:  ", "second: ", "PATCH",
           "nothing may depend on"});
}

BOOST_AUTO_TEST_CASE(a_story_without_an_end_is_refused_with_where_it_is) {
    check(refused_story([](testing::environment& env) {
              env.create(make_note("n", "one"));
              for (;;) env.advance(1h);
          }),
          {"the story has no end", "1 writes of the story", "the last that happened: ", "notes"});
    check(refused_story([](testing::environment&) {
              for (volatile unsigned n = 0;; n = n + 1) {
              }
          }),
          {"used more than 2 s of CPU time", "the story has no end, or loops without waiting"});
}

BOOST_AUTO_TEST_CASE(a_story_that_ends_the_process_is_refused) {
    check(refused_story([](testing::environment&) { std::raise(SIGSEGV); }), {"without faults", "signal 11"});
}

BOOST_AUTO_TEST_CASE(a_replay_line_of_another_version_is_refused_with_what_is_near) {
    check(refused_replay("P55@patch notes/status default/n#1"),
          {"no perturbation P55", "near: P15, P25", "version"});
    check(refused_replay("P5@patch notes/status default/n#1"), {"no perturbation P5", "near: ", "P5.409"});
    check(refused_replay("Q"), {"not a plan: \"Q\"", "P2@patch deployments default/web#1"});
    check(refused_replay("P1@"), {"not a plan"});
    check(refused_replay("P1@patch notes/status default/n#1 + "), {"not a plan"});
    check(refused_replay("\x1b[2J@x"), {"no perturbation \\x1b[2J"});
}

BOOST_AUTO_TEST_CASE(a_replay_line_of_another_story_is_refused_with_what_is_near) {
    check(refused_replay("P2@patch notes/status default/n#7"),
          {"no point \"patch notes/status default/n#7\"", "near: \"patch notes/status default/n#1\"",
           "default/n#2"});
    check(refused_replay("P2@patch notes/status default/m#1"), {"near: ", "patch notes/status default/n#1"});
    check(refused_replay("P1@patch notes/status default/n#1 + P2@patch notes/status default/n#9"),
          {"the run under P1@patch notes/status default/n#1 has no point"});
    check(refused_replay("P2@event notes ADDED default/n#1"),
          {"P2 does not apply at \"event notes ADDED default/n#1\""});
}

BOOST_AUTO_TEST_SUITE_END()
