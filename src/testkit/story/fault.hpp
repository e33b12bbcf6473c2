#pragma once
// The perturbations of a program: what happens at a point, and where each makes sense. The names are those of
// src/testkit/sim.

#include "testkit/sim/perturbation.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

class story_run;

// What a story must have for a fault to make sense in it.
enum class requirement : std::uint8_t {
    nothing,
    second_instance,     // `replicas: 2`
    garbage_collection,  // children of an object that is deleted must go
    pods,                // that run on nodes
    answers,             // of applications, in the story
    webhooks,            // that the operator serves, in the story
    old_lists            // the operator asks for lists that may be old
};

struct fault {
    std::string_view name;   // "P1"
    std::string_view words;  // what happens, for findings
    // What the operator creates and deletes can be compared: no one else changes anything.
    bool is_internal;
    bool (*applies)(const sim::story_point& at);
    sim::effect (*apply)(story_run& r, const sim::point& p);
    bool shows_old = false;  // the operator acts on an old state
    requirement needs = requirement::nothing;
};

// In the order in which they are tried: those that find most come first, and simpler ones before others that
// show the same.
std::vector<const fault*> all_faults();
// Null if there is none of that name.
const fault* find_fault(std::string_view name);

std::span<const fault> process_faults();
std::span<const fault> leadership_faults();
std::span<const fault> request_faults();
std::span<const fault> watch_faults();
std::span<const fault> foreign_faults();
std::span<const fault> user_faults();
std::span<const fault> application_faults();
std::span<const fault> answer_faults();
std::span<const fault> webhook_faults();

// At requests of the operator that write, apart from those to objects that the story has written.
bool is_child_write(const sim::story_point& at);
bool is_operator_write(const sim::story_point& at);
bool is_user_write(const sim::story_point& at);

}}}  // namespace setpoint::v0::story
