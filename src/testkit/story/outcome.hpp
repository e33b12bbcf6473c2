#pragma once
// What came out of a run, and how it differs from the run without faults.

#include "setpoint/sim/finding.hpp"
#include "testkit/story/plan.hpp"
#include "testkit/story/story_run.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// The run without faults.
struct story_reference {
    std::vector<sim::story_point> points;  // of both runs without faults
    std::vector<std::string> end;
    std::uint64_t end_hash = 0;
    write_record writes;
    sim::timeline timeline;
    std::size_t watches = 0;
    duration settle{}, start{};
    bool comes_to_rest = true;  // otherwise it never stops writing, and no end can be compared
    std::set<std::string, std::less<>> left_out;  // objects whose end differs from run to run
    std::vector<created_object> created;
    story_features features;
};

struct story_outcome {
    std::vector<wrong_outcome> wrong;
    sim::timeline timeline;
    bool is_early = false;
    // How many faults of the plan have happened, and the points after the first one; all if it has not.
    std::size_t faults = 0;
    std::vector<sim::story_point> after;
};

story_reference reference_of(const story_run& r);
// What is wrong with a run under this plan.
story_outcome outcome_of(const story_run& r, const story_plan& plan, const story_reference& without);
// The first difference between two runs without faults that matters; "" if there is none.
std::string first_difference(const story_reference& a, const story_reference& b);

// Whether it needs no repeat. Repeats show that a machine under load is not the cause, and load cannot cause
// it: nothing but the operator's own requests breaks an invariant, or creates or deletes an object twice.
bool is_evidence(const wrong_outcome& w);
// The outcome that a finding is about: evidence, if there is some, then one of this oracle.
// Precondition: there is one.
const wrong_outcome& main_outcome(const std::vector<wrong_outcome>& all, std::string_view oracle = {});

// Without what differs from run to run and from one object to the next: identities, revisions, numbers, and
// for an invariant the name of the object. Outcomes of one symptom are one finding.
std::string symptom_of(const wrong_outcome& w);
// Whether what is wrong is wrong with the same object, in whatever way.
bool is_alike(const wrong_outcome& a, const wrong_outcome& b);

}}}  // namespace setpoint::v0::story
