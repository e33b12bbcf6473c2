#pragma once
// What several runs of a story without faults have in common, and in what they differ. No I/O.

#include "testkit/story/outcome.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct run_without_faults {
    story_reference reference;
    std::vector<wrong_outcome> wrong;
    bool is_whole = true;  // the story was played to its end
};

// What is wrong without a fault, in some of the runs or in all.
struct wrong_without_fault {
    wrong_outcome wrong;
    sim::timeline expected;  // of a run without it; empty if there is none
    sim::timeline happened;
    std::size_t run = 0;  // the index of the first run with it
    std::size_t seen = 1, runs = 1;
};

struct common_reference {
    story_reference reference;
    std::vector<wrong_without_fault> wrong;
    // What no operator did, or what does no harm, and differs: "configmaps default/x: data.time".
    std::vector<std::string> not_compared;
};

// Whether they differ in what is wrong, or in what is compared.
bool differ(const std::vector<run_without_faults>& all);

// The points that all runs have, the most that the operator created and deleted in one of them, and the
// objects at the end that are the same in all. An object that the operator created or deleted in some runs
// only is wrong; other objects that differ are not compared. Precondition: the first run is whole.
common_reference combine(const std::vector<run_without_faults>& all);

// The names in which objects differ that are otherwise the same: of the same kind, owners and labels, with
// the same beginning and end. `a` and `b`: of two runs.
std::vector<sim::made_up_name> learn_names(const std::vector<created_object>& a,
                                           const std::vector<created_object>& b);

}}}  // namespace setpoint::v0::story
