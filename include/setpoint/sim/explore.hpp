#pragma once
// Explores how an operator behaves under faults: plays a story without faults, then once more for each fault
// at each point of it, and reports where the outcome differs. Everything runs under virtual time on the
// embedded API server. docs/exploring.md lists the perturbations and what is checked.
//
//     const auto found = sim::explore({.operators = {add_site_controller}, .story = [](auto& env) {
//         env.create(web);
//         env.template until<site>("web", testing::ready(2));
//     }});
//     BOOST_TEST(found.empty(), found.text());
//
// Each plan runs in a child process that is forked at its point, so the calling process must have one thread.

#include "setpoint/sim/invariant.hpp"
#include "setpoint/testing/environment.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint::inline v0::sim {

// The story failed without faults, is not deterministic, or a plan names no point of it.
class cannot_explore : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct exploration {
    // Prepares the cluster: definitions of foreign kinds, for example. Those that the operators declare are
    // installed anyway. Null: nothing more.
    std::function<void(testing::environment&)> install{};
    // Each is a process of its own, which is killed and started again.
    std::vector<testing::environment::set_up> operators{};
    // What users do, with the waits between. It throws if the outcome is wrong. It may use the blocking
    // functions of the environment, and nothing that outlives a call. It must not start managers.
    std::function<void(testing::environment&)> story{};
    std::vector<invariant> invariants{};

    // --- options ---
    // Of all operators. The names of the second and later ones get "-2", "-3", ...; with leader election they
    // are replicas of the first one.
    manager_options options = testing::environment::default_options();
    testing::environment_options cluster{};
    // Runs this plan only, in this process: "P2@patch deployments default/web#1".
    std::string replay{};
    // Perturbations to try, by name ("P1", "P4"); empty: all.
    std::vector<std::string> only{};
    // Perturbations that the operator is not meant to survive: P11.edit, if it never repairs what it has
    // created.
    std::vector<std::string> except{};
    // Removes from an object, as it is compared, what faults may change: the names of Jobs after the time,
    // for example. Null: nothing.
    std::function<void(boost::json::object& object)> forgive{};
    std::size_t jobs = 2;                           // child processes at a time
    duration cpu_limit = std::chrono::seconds(20);  // CPU time of a plan; more is a livelock
    std::size_t max_findings = 50;                  // ends the exploration
    // Also plays two faults of which the second comes before the operator has recovered from the first: P1,
    // P2, P4, P6 or P7 after any of them. Takes minutes instead of seconds.
    bool pairs = false;
    // Ends a plan as soon as its state equals one of the run without faults. False: every plan runs to its
    // end.
    bool end_early = true;
};

// A plan whose outcome was wrong.
struct finding {
    // "P2@patch deployments default/web#1"; two are joined by " + "; "none": without a fault
    std::string plan;
    std::string oracle;      // what was violated: "same end", "idle", ...
    std::string detail;      // what was expected and what happened
    std::string timeline;    // the last requests and events from the point on
    std::size_t others = 0;  // further plans with the same outcome
};

struct findings {
    std::vector<finding> all;
    std::size_t points = 0, plans = 0, run = 0, ended_early = 0;
    double cpu_seconds = 0;  // of this process and its children
    std::string slowest;     // the plan that took the most CPU time
    double slowest_seconds = 0;

    bool empty() const { return all.empty(); }
    // Describes the findings, each with the line that replays it, and the coverage.
    std::string text() const;
};

// Runs the plans in the order of their points. The same exploration has the same findings, whatever `jobs`
// is. Errors: cannot_explore; std::logic_error if the process has more than one thread.
findings explore(const exploration& what);

}  // namespace setpoint::inline v0::sim
