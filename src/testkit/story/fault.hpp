#pragma once
// The perturbations of a program: what happens at a point, and where each makes sense. The names are those of
// src/testkit/sim.

#include "setpoint/core/loop.hpp"
#include "testkit/sim/perturbation.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::story {

class story_run;

struct fault {
    std::string_view name;   // "P1"
    std::string_view words;  // what happens, for findings
    // What the operator creates and deletes can be compared: no one else changes anything.
    bool is_internal;
    bool (*applies)(const sim::story_point& at);
    sim::effect (*apply)(story_run& r, const sim::point& p);
    bool shows_old = false;  // the operator acts on an old state
    std::size_t least_replicas = 1;
};

// In the order in which they are tried: those that find most come first.
std::vector<const fault*> all_faults();
const fault* find_fault(std::string_view name);

std::span<const fault> process_faults();
std::span<const fault> request_faults();
std::span<const fault> watch_faults();
std::span<const fault> foreign_faults();

// A fault at a point.
struct story_plan {
    const fault* what = nullptr;
    std::string point;  // "patch deployments default/web#1"
    std::string text() const;
};
// Throws cannot_explore: not a plan, or one of another version.
story_plan parse_plan(std::string_view text);

// `points`: in their order. `only` and `except`: names; a name in neither list that does not exist throws
// cannot_explore. `left_out`: gets the number of plans at later occurrences of a point, which are not tried.
struct plan_choice {
    const std::vector<std::string>& only;
    const std::vector<std::string>& except;
    std::size_t replicas = 1;
};
std::vector<story_plan> choose_plans(const std::vector<sim::story_point>& points, const plan_choice& c,
                                     std::size_t& left_out);

}  // namespace setpoint::inline v0::story
