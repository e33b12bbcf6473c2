#pragma once
// Explores how an operator in any language behaves under faults: the embedded API server of this process is
// its cluster, a story in YAML describes the users' actions, and the operator's program is started, killed
// and started again. docs/exploring.md introduces it, docs/stories.md describes the story. `setpoint explore`
// is its command.
//
//     story::exploration what{.story = "story.yaml", .command = {"./operator", "--kubeconfig",
//     "{kubeconfig}"}}; const story::findings found = co_await story::explore(loop, what);
//
// Time and sockets are real. Operators in C++ are explored faster by setpoint/sim/explore.hpp.

#include "setpoint/core/loop.hpp"
#include "setpoint/sim/finding.hpp"

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// The story or the operator cannot be explored: the message names the file and line, or the difference.
class cannot_explore : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct progress {
    std::string doing;  // before the plans: "without faults", "once more"; then "plans", "pairs"
    std::size_t plans = 0, done = 0, findings = 0, not_repeated = 0;
    std::size_t resumed = 0;            // of `done`: in an earlier exploration
    double seconds = 0;                 // since the first plan began
    double time_limit = 0;              // exploration::time_limit in seconds; 0: no limit
    bool is_followed_by_pairs = false;  // how many is not known yet
};

// A finding that is known and does not count as a failure. Findings are matched by their cause alone.
struct accepted_finding {
    std::string cause;    // "same-end-1f3a9c2e": the check that failed, and a hash of the symptom
    std::string oracle;   // "same end"
    std::string symptom;  // what is wrong, without names of objects, UIDs and revisions
    std::vector<std::string> plans{};
    std::string comment{};
};
// Reads the file of --accept. Throws cannot_explore with file, line and path.
std::vector<accepted_finding> read_accepted(const std::string& file);
// The same file as text: YAML, in the order of `all`.
std::string accepted_text(const std::vector<accepted_finding>& all);

struct exploration {
    std::string story;  // path of the file
    // The program and its arguments, with placeholders: {kubeconfig}, the path of a file; {port}, a free
    // port, another one each time; {instance}, 1 or 2 with `replicas: 2`; with `webhooks`, {webhook-port},
    // {certificates}, a folder, and {ca}. KUBECONFIG is set too.
    std::vector<std::string> command;
    // Runs this plan only: "P2@patch deployments default/web#1"; two faults are joined by " + ".
    std::string replay{};
    // A file or folder of manifests with the operator's service account, its roles and their bindings: the
    // cluster then has access control, the user of {kubeconfig} is that account, and each right that the
    // operator lacks is a finding, "missing right". Empty: the operator may do everything.
    std::string rbac{};
    // Which account of them: "NAME" or "NAMESPACE/NAME". Empty: that of the Deployment in them, or the only
    // one that is bound.
    std::string service_account{};
    // Perturbations to try, and to leave out, by name: "P1", "P5.409". Empty: all; none.
    std::vector<std::string> only{}, except{};
    // After the plans of one fault, plays two: P1, P2, P4, P6 or P7 after any of them, before users act
    // again.
    bool pairs = false;
    // Instead of faults: changes the fields of an object of the story, in sequences, and compares the objects
    // with those of a new object with the same spec. A plan is a sequence: ".spec.replicas=3; back". With
    // `pairs`, also single changes with one fault of `pairs` each.
    bool inputs = false;
    std::uint64_t seed = 1;  // of `inputs`: which changes are combined
    // No plan starts after this time, measured from the first plan; running plans finish. Zero: no limit.
    duration time_limit = duration::zero();
    std::size_t max_plans = 0;  // the number of plans; 0: no limit
    // Runs only one of `shards` parts of the plans, from 1. To which part a plan belongs depends on its text
    // alone: the parts are disjoint, and together they are all plans.
    std::size_t shard = 1, shards = 1;
    // Findings that are known: they are marked, and do not count for max_findings.
    std::vector<accepted_finding> accepted{};
    // A file to which each plan is written when it has ended. If it exists, the plans in it are not run
    // again, and its findings are reported again. It belongs to the story, the command and the perturbations
    // with which it was written. Empty: none.
    std::string resume{};
    std::string logs{};    // folder for the operator's output; empty: none is kept
    std::size_t jobs = 2;  // plans at a time that are not merely waiting
    // How long an operator may do nothing before an outcome looks wrong; at least three times as long as it
    // took to start on this machine in the runs without faults, up to two minutes.
    duration patience = std::chrono::seconds(5);
    // How long it may do nothing before an outcome is wrong, which is tried last: longer than it waits
    // between retries, and at least twice `patience`. Other plans run meanwhile.
    duration longest_retry = std::chrono::seconds(70);
    std::size_t max_findings = 50;  // the exploration ends after so many findings
    std::function<void(const progress&)> on_progress{};
    std::function<void(const struct finding&)> on_finding{};  // called for each finding
    // Called after each finding, with all of them and what was run so far.
    std::function<void(const struct findings&)> on_findings{};
    // No further plan starts once it returns true, and running plans are abandoned.
    std::function<bool()> should_stop{};
};

// A plan whose outcome was wrong, three times in succession, and the simplest one with it; or an outcome that
// a busy machine cannot cause, such as a broken invariant, however often it occurred in three runs. "none":
// it occurred in runs without faults, in all or in some of them. The timeline and the log are those of the
// last run that was wrong.
struct finding : sim::finding {
    std::string log{};  // file with the operator's output; "" if it is not kept
};

// The command that replays a plan is `begin`, the plan in quotes, and `end`.
struct replay_command {
    std::string begin = "--replay", end{};
};

struct findings {
    std::vector<finding> all;
    std::size_t points = 0, plans = 0, run = 0, ended_early = 0;
    std::size_t pairs = 0;         // plans of two faults that were run
    std::size_t not_repeated = 0;  // outcomes that were wrong once and right when repeated: not in `all`
    std::size_t late = 0;          // outcomes that were right after more than `patience`: not in `all`
    std::size_t not_reached = 0;   // plans with a point that was not reached
    std::size_t resumed = 0;       // of `run`: plans of an earlier exploration, by exploration::resume
    double seconds = 0;            // of all plans
    bool was_stopped = false;      // by should_stop
    bool is_out_of_time = false;   // by time_limit
    // Every plan of the story was run, and with exploration::inputs, all pairs of changes met: findings that
    // did not occur are gone.
    bool is_whole = false;
    // With exploration::rbac: rights that no request of any run has used: "delete secrets".
    std::vector<std::string> unused_rights;
    std::string replayed;                            // with exploration::replay: both timelines
    std::vector<sim::unconfirmed_plan> unconfirmed;  // those of `not_repeated` and `late`
    // Objects that differ between runs without faults, each with what differs; plans do not compare them.
    std::vector<std::string> not_compared;
    // Names of which the operator makes up a part: "worker-*". They are points by their order.
    std::vector<std::string> made_up_names;
    // P7 was not tried: no API server that is up to date answers this operator's first lists from an old
    // state. exploration::only tries it by name.
    bool has_no_old_lists = false;
    // There were pods, and the operator was on the network of this machine: what it sends to their addresses
    // leaves the machine.
    bool dials_out = false;
    double patience = 0;  // in seconds, if the operator starts so slowly that it is longer than asked for
    // With exploration::inputs: the number of fields that were changed, of their changes, and of changes that
    // the API server refuses; of specs with which objects were created, and of those for which the operator
    // reports an error: only the recovery from them is checked.
    std::size_t fields = 0, changes = 0, refused_changes = 0, states = 0, error_states = 0;
    // Sequences of several changes, and how many of them were run; and the part of all pairs of changes that
    // meet if all are run.
    std::size_t sequences = 0, sequences_run = 0;
    double pairs_covered = 0;
    // Of check(): the objects at the end, "deployments.apps default/web {...}" each.
    std::vector<std::string> end;

    bool empty() const { return all.empty(); }
    // Those that are not accepted.
    std::size_t failures() const;
    // Those of `accepted` that did not occur although every plan in which they may occur was run.
    std::vector<accepted_finding> gone(const std::vector<accepted_finding>& accepted) const;
    // For --write-accepted: these findings as accepted ones, after those of `before` that are not gone.
    std::vector<accepted_finding> to_accept(const std::vector<accepted_finding>& before) const;
    // Describes the coverage in a line.
    std::string coverage() const;
    // The lines that follow it: plans that were wrong and then right, objects that are not compared, names
    // that the operator makes up. At most `most` of each; "" if there are none.
    std::string remarks(std::size_t most = 20) const;
    // The findings with the command that replays each, for a page (setpoint/sim/report.hpp).
    sim::findings report(const replay_command& with) const;
};
// The finding as text for a terminal, with its number, both timelines, and the command that replays it.
std::string text_of(const finding& f, std::size_t number, const replay_command& with);

// The names of all perturbations, each with what happens, for help and errors.
std::string list_perturbations();

// Plays the story once, without faults. Only what is wrong without a fault is a finding, and of the numbers,
// `points` and `seconds` are set. Errors and precondition: those of explore().
awaitable<findings> check(loop& l, const exploration& what);
// Returns the plans of one fault, in the order in which they are run. Errors: cannot_explore.
awaitable<std::vector<std::string>> list_plans(loop& l, const exploration& what);
// Runs the plans. Precondition: a loop with a real clock. Errors: cannot_explore. Cancellation ends all
// processes of the operator. Afterwards orphans of this process's descendants stay its children: it becomes a
// subreaper.
awaitable<findings> explore(loop& l, const exploration& what);

}}}  // namespace setpoint::v0::story
