#pragma once
// Explores how an operator behaves under faults: plays a story without faults, then once more for each fault
// at each point of it, and reports where the outcome differs. Everything runs under virtual time on the
// embedded API server. docs/exploring.md introduces it, docs/exploring-reference.md lists the perturbations
// and the checks.
//
//     const auto found = sim::explore({.operators = {add_site_controller}, .story = [](auto& env) {
//         env.create(web);
//         env.template until<site>("web", testing::ready(2));
//     }});
//     BOOST_TEST(found.empty(), found.text());
//
// Each plan runs in a child process that is forked at its point, so the calling process must have one thread.

#include "setpoint/sim/finding.hpp"
#include "setpoint/sim/invariant.hpp"
#include "setpoint/testing/environment.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// The story fails without faults, is not deterministic or has no end; or `replay` is not a plan of it. The
// message names the place and suggests similar names.
class cannot_explore : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct exploration {
    // Prepares the cluster, with third-party definitions for example. Definitions that the operators declare
    // are installed anyway. Null: nothing more.
    std::function<void(testing::environment&)> install{};
    // Each is a process of its own, which is killed and started again.
    std::vector<testing::environment::set_up> operators{};
    // What users do, with the waits between. It throws if the outcome is wrong. It may use the blocking
    // functions of the environment, and nothing that outlives a call. It must not start managers.
    std::function<void(testing::environment&)> story{};
    std::vector<invariant> invariants{};

    // --- options ---
    // Options of all operators. The names of the second and later operators get "-2", "-3", ...; with leader
    // election they are replicas of the first one.
    manager_options options = testing::environment::default_options();
    testing::environment_options cluster{};
    // Runs this plan only, in this process: "P2@patch deployments default/web#1".
    std::string replay{};
    // Perturbations to try, by name ("P1", "P4"); empty: all. With an object, only there: "P10@jobs",
    // "P10@persistentvolumeclaims default/data", "P10@jobs default/shop-*"; as the points in findings have
    // it.
    std::vector<std::string> only{};
    // Perturbations that the operator is not meant to survive, in the same form: P11.edit, if it never
    // repairs what it has created.
    std::vector<std::string> except{};
    // Removes from an object, as it is compared, what faults may change: the names of Jobs after the time,
    // for example. An object that it clears is not compared. Null: nothing.
    std::function<void(boost::json::object& object)> forgive{};
    // At the end of the story, deletes the objects that it has created, and checks that nothing is left.
    bool uninstall = true;
    // The operators run in the namespace of the story: deleting the namespace (P20) ends them for good.
    bool lives_there = false;
    std::size_t jobs = 2;                           // child processes at a time
    duration cpu_limit = std::chrono::seconds(20);  // CPU time of a plan; more is a livelock
    // No plan starts after so many different findings, as the line on standard error counts them.
    std::size_t max_findings = 50;
    // No plan starts after the first wrong outcome: for a first run, which often shows one fault in many
    // plans.
    bool stop_at_first = false;
    // Also plays two faults, the second before the operator has recovered from the first: P1,
    // P2, P4, P6 or P7 after any of them. Takes minutes instead of seconds.
    bool pairs = false;
    // Ends a plan as soon as its state equals one of the run without faults, of an earlier plan that came to
    // a right end, or of ten earlier plans with the same wrong outcome, which it then has, too. False: every
    // plan runs to its end.
    bool end_early = true;
    // Names it in reports and pages. The test that a finding has calls a function of this name for it.
    std::string name{};
    // A page with the findings (report.hpp) is written to this file. "": if there are findings, to the file
    // that the environment variable SETPOINT_EXPLORE_PAGE names; with a name of the exploration, "found.html"
    // becomes "found-NAME.html".
    std::string page{};
    // On standard error, if it takes longer than 2 s: how many plans are done, and the time left.
    bool progress = true;
};

// Runs the plans in the order of their points. The same exploration has the same findings, whatever `jobs`
// is. Each finding is the simplest plan with its outcome, and is replayed twice.
// SIGINT (Ctrl-C) or SIGTERM (timeout(1)) ends it early: it writes the findings so far to standard error, and
// the page, and then sends the signal to the process again, as it was handled before. It returns if that
// returns. Errors:
// cannot_explore; std::logic_error if the process has more than one thread; std::system_error if the page
// cannot be written.
findings explore(const exploration& what);

}}}  // namespace setpoint::v0::sim
