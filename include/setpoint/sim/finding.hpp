#pragma once
// What an exploration finds, as data: the plan, what differs, and the timelines of two runs.
// setpoint/sim/report.hpp writes text, tests and pages of it. Whatever explores (sim::explore(), or a program
// that runs operators in other languages) may make findings.

#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// Who acts. What a fault does and what a check finds concerns all.
enum class lane : std::uint8_t { user, operators, api, watches, fault, check };
std::string_view to_string(lane l);  // "user", "operator", "API", "watch", "fault", "check"

// Something that happened in a run. Texts may contain anything that an object contains.
struct timeline_entry {
    duration at{};  // since the story began, by the cluster's clock
    lane in = lane::user;
    std::string who;     // of several operators or users; "": the only one
    std::string what;    // "patch configmaps default/n"
    std::string detail;  // changed fields, one a line; may be empty
    // Equal for entries that mean the same in two runs: without times, identities and generated names.
    std::string match;
};
using timeline = std::vector<timeline_entry>;

// A difference from the run without the fault.
struct difference {
    std::string object;    // "configmaps default/n"
    std::string field;     // "data.text"; "": the object as a whole
    std::string expected;  // JSON; "": absent
    std::string happened;
};

struct planned_fault {
    std::string name;   // "P2"
    std::string words;  // "the operator is killed when this is done, before it knows"
    std::string point;  // "patch deployments default/web#1"
};

// A plan whose outcome was wrong: the simplest plan with this outcome, with the fewest faults, then with
// plain faults (crashes, lost requests, late watches), then at the earliest point.
struct finding {
    // "P2@patch deployments default/web#1"; two are joined by " + "; "none": without a fault
    std::string plan;
    std::vector<planned_fault> faults;      // the faults of the plan
    std::string oracle;                     // the failed check: "same end", "no hot loop", ...
    std::string detail;                     // the expected and the actual outcome
    std::vector<difference> differences;    // the same as data, if the oracle compares objects
    timeline expected, happened;            // without the faults and with them
    std::size_t others = 0;                 // further plans with the same outcome
    std::size_t replayed = 0, repeats = 0;  // how often the plan was replayed; with the same outcome
    std::string command{};                  // of a shell, replays the plan; "": the test of report.hpp does
    // Of a program, whose time is real: it may have occurred in `repeats` + 1 of `replayed` + 1 runs only.
    bool depends_on_timing = false;
    // Names what is wrong, in every run and under every plan: "same-end-1f3a9c2e". "": not known.
    std::string cause{};
    bool is_accepted = false;  // known, and no failure: see story::accepted_finding
    std::string comment{};     // of who accepted it
    // What the two timelines are; "": without the fault, and with it.
    std::string expected_title{}, happened_title{};

    // False if a replay had another outcome: a bug of the explorer, or an operator that depends on more than
    // the cluster.
    bool is_repeatable() const { return repeats == replayed; }
};

// A plan whose outcome was wrong and then right. The machine may have been busy; or chance decides.
struct unconfirmed_plan {
    std::string plan;
    std::string oracle, detail;  // what was wrong
    bool is_late = false;        // it was wrong twice, and right after a longer wait
    std::string command{};       // as that of a finding
};

struct findings {
    std::string name;  // of the exploration; may be empty
    std::vector<finding> all;
    std::size_t points = 0, plans = 0, run = 0;
    std::size_t ended_early = 0;  // in a state of the run without faults, or of another plan
    double cpu_seconds = 0;       // of this process and its children
    double seconds = 0;           // of operators in real time: how long it took; 0: cpu_seconds has the cost
    std::string slowest;          // the plan that took the most CPU time
    double slowest_seconds = 0;
    bool interrupted = false;                     // by SIGINT, before all plans were run
    std::vector<unconfirmed_plan> unconfirmed{};  // not in `all`
    // What differs between runs without faults, and is not compared: "configmaps default/x: data.time".
    std::vector<std::string> not_compared{};

    bool empty() const { return all.empty(); }
    // Describes the findings, each with the line that replays it, and the coverage: describe() of report.hpp,
    // in the width of the terminal that standard output is, and otherwise in 100 columns without colors.
    std::string text() const;
};

// Entries of two timelines that belong together, or one alone.
struct aligned_entries {
    std::optional<std::size_t> expected, happened;  // indexes
    bool is_moved = false;  // alone, and the other timeline has the same at another place
};
struct comparison {
    std::vector<aligned_entries> rows;
    // Of the rows after the first fault: the first that only one timeline has; a change of an object, if
    // there is one, since a restarted operator always sends other requests.
    std::optional<std::size_t> first_difference;
};
// Aligns the timelines by `match`.
comparison compare(const timeline& expected, const timeline& happened);

}}}  // namespace setpoint::v0::sim
