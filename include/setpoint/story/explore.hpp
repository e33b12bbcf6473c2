#pragma once
// Explores how an operator in any language behaves under faults: the embedded API server of this process is
// its cluster, a story in YAML says what users do, and the operator's program is started, killed and started
// again. docs/exploring.md introduces it, docs/stories.md describes the story. `setpoint explore` is its
// command.
//
//     story::exploration what{.story = "story.yaml", .command = {"./operator", "--kubeconfig",
//     "{kubeconfig}"}}; const story::findings found = co_await story::explore(loop, what);
//
// Time and sockets are real. Operators in C++ are explored faster by setpoint/sim/explore.hpp.

#include "setpoint/core/loop.hpp"

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint::inline v0::story {

// The story or the operator cannot be explored: the message names the file and line, or the difference.
class cannot_explore : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct progress {
    std::string doing;  // before the plans: "without faults", "once more"
    std::size_t plans = 0, done = 0, findings = 0, not_repeated = 0;
    double seconds = 0;  // since the first plan began
};

struct exploration {
    std::string story;  // path of the file
    // The program and its arguments, with placeholders: {kubeconfig}, the path of a file; {port}, a free
    // port, another one each time; {instance}, 1 or 2 with `replicas: 2`. KUBECONFIG is set too.
    std::vector<std::string> command;
    std::string replay{};  // runs this plan only: "P2@patch deployments default/web#1"
    // Perturbations to try, and to leave out, by name: "P1", "P5.409". Empty: all; none.
    std::vector<std::string> only{}, except{};
    std::string logs{};    // folder for the operator's output; empty: none is kept
    std::size_t jobs = 2;  // plans at a time that are not merely waiting
    // How long an operator may do nothing before an outcome looks wrong.
    duration patience = std::chrono::seconds(5);
    // How long it may do nothing before an outcome is wrong, which is tried last: longer than it waits
    // between retries. Other plans run meanwhile.
    duration longest_retry = std::chrono::seconds(70);
    std::size_t max_findings = 50;  // ends the exploration
    std::function<void(const progress&)> on_progress{};
    std::function<void(const struct finding&)> on_finding{};
    // No further plan begins once it returns true, and those that run are abandoned.
    std::function<bool()> should_stop{};
};

// A plan whose outcome was wrong, three times in succession.
struct finding {
    std::string plan;        // "P2@patch deployments default/web#1"; "none": without a fault
    std::string words;       // what the fault is
    std::string oracle;      // what was violated: "same end", "story", ...
    std::string detail;      // what was expected and what happened
    std::string timeline;    // both runs from the fault on, side by side
    std::string log;         // file with the operator's output; "" if it is not kept
    std::size_t others = 0;  // further plans with the same outcome
};

struct findings {
    std::vector<finding> all;
    std::size_t points = 0, plans = 0, run = 0, ended_early = 0;
    std::size_t not_repeated = 0;  // outcomes that were wrong once and right when repeated: not in `all`
    std::size_t late = 0;          // outcomes that were right after more than `patience`: not in `all`
    std::size_t not_reached = 0;   // plans whose point did not come
    double seconds = 0;            // of all plans
    bool was_stopped = false;
    std::string replayed;  // with exploration::replay: both timelines

    bool empty() const { return all.empty(); }
    // Describes the coverage, and each finding with the line that replays it: `replay_with` is the command
    // up to the plan, `replay_end` what follows it.
    std::string text(const std::string& replay_with = "--replay", const std::string& replay_end = "") const;
};
std::string text_of(const finding& f, const std::string& replay_with, const std::string& replay_end);

// The names of all perturbations, each with what happens, for help and errors.
std::string list_perturbations();

// Returns the plans that would be run, one a line. Errors: cannot_explore.
awaitable<std::vector<std::string>> list_plans(loop& l, const exploration& what);
// Runs the plans. Precondition: a loop with a real clock. Errors: cannot_explore. Cancellation ends all
// processes of the operator. Afterwards orphans of this process's descendants stay its children: it becomes a
// subreaper.
awaitable<findings> explore(loop& l, const exploration& what);

}  // namespace setpoint::inline v0::story
