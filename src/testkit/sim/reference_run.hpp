#pragma once
// The run without faults: its points, and the states in which it was at rest.

#include "testkit/sim/world.hpp"

#include <unordered_map>

namespace setpoint { inline namespace v0 { namespace sim {

struct reference_run {
    std::vector<story_point> points;
    std::string trace;
    std::vector<std::string> lines;  // the state at the end
    record_of_writes writes;
    std::vector<violation> violations;
    // A moment at which nothing was under way.
    struct moment {
        int user_writes;
        std::size_t unfinished;  // keys of the operators that wait for a time
        record_of_writes writes;
    };
    std::unordered_multimap<std::uint64_t, moment> at_rest;  // by hash of the objects
    int user_writes = 0;

    // What had been written when this run was last in the state of `w`; null if it never was. Precondition:
    // nothing is under way in `w`.
    record_of_writes* find(world& w);
};

// Plays the story without faults.
reference_run play_reference(const exploration& what);

// Differences between the end of a run and that of the run without faults: violations.
void compare_end(world& w, const reference_run& with);
// Whether more was created or deleted than without faults.
void compare_writes(world& w, const record_of_writes& with, const reference_run& whole);

}}}  // namespace setpoint::v0::sim
