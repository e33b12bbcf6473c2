#pragma once
// A sequence of changes of one object: as text, as the states that it passes, and made simpler. No I/O.

#include "testkit/story/inputs/field_change.hpp"
#include "testkit/story/plan.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// A change, or nothing: back to the object as the story has it.
using input_step = std::optional<field_change>;

struct input_plan {
    // A new object is created with all changes; otherwise the object of the story is changed step by step.
    bool is_new = false;
    std::vector<input_step> steps{};
    story_plan faults{};  // that happen meanwhile

    // ".spec.parts=3; .spec.text-; back", "new .spec.parts=3", ".spec.parts=3 + P2@patch configmaps
    // default/g#1"
    std::string text() const;
};
// Throws cannot_explore.
input_plan parse_input_plan(std::string_view text);

// The object after a step.
struct input_state {
    bj::object object;
    // Whether it is compared with a new object: at the end, right before "back", and after it.
    bool is_compared = false;
    bool is_bad = false;  // the operator must report it
};
// The states of a plan, one for each step; of a new object the last one only. A change whose place does not
// exist leaves the object as it is.
std::vector<input_state> states_of(const input_plan& p, const bj::object& base);

// Each change alone, and back.
std::vector<input_plan> single_plans(const std::vector<field_change>& all);
// Sequences of four changes of different fields, and back, in which as many pairs of changes as possible
// meet. The same seed makes the same plans. `covered`: gets the part of all pairs that meet, from 0 to 1.
std::vector<input_plan> combined_plans(const std::vector<field_change>& all, std::size_t most,
                                       std::uint64_t seed, double& covered);
// Plans that may have the same outcome, the simplest first: without faults, with one change, without one
// step.
std::vector<input_plan> simpler_inputs(const input_plan& p);

}}}  // namespace setpoint::v0::story
