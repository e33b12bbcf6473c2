#pragma once
// What came out of a run, and how it differs from the run without faults.

#include "testkit/story/story_run.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::story {

// The lines of a run, with their times.
struct run_trace {
    std::vector<std::string> lines, times;
    std::size_t from = 0;  // where the fault is
};

// The run without faults.
struct story_reference {
    std::vector<sim::story_point> points;  // of both runs without faults
    std::vector<std::string> end;
    std::uint64_t end_hash = 0;
    write_record writes;
    run_trace trace;
    std::size_t watches = 0;
    duration settle{};
};

struct story_outcome {
    std::vector<wrong_outcome> wrong;
    run_trace trace;
    bool is_early = false, is_reached = false;
};

story_reference reference_of(const story_run& r);
// What is wrong with a run under this plan.
story_outcome outcome_of(const story_run& r, const story_plan& plan, const story_reference& without);
// The first difference between two runs without faults that matters; "" if there is none.
std::string first_difference(const story_reference& a, const story_reference& b);
// The differences of objects at the end; "" if there is none.
std::string end_difference(const std::vector<std::string>& expected, const std::vector<std::string>& now);

// Both runs from the fault on, side by side; equal lines stand beside each other.
std::string side_by_side(const run_trace& without, const run_trace& with, std::string_view point);

}  // namespace setpoint::inline v0::story
