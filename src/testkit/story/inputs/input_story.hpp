#pragma once
// The object of a story that is changed, and the stories that change it. No I/O.

#include "testkit/story/inputs/input_plan.hpp"
#include "testkit/story/story.hpp"

#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

struct input_subject {
    bj::object base;          // as the story applies it
    bj::object schema;        // of its definition, in the version of the object
    object_selection target;  // the object by its name
    std::size_t step = 0;     // of the story, an `apply`
    std::size_t object = 0;   // of the step
};
// The object that the story's `inputs` names, or the first object of a kind of `crds` that it applies.
// Throws cannot_explore if there is none, or its definition has no schema.
input_subject subject_of(const story& s);

// The objects at the end of a step; null: not known.
using expected_lines = std::shared_ptr<const std::vector<std::string>>;

// The story until the object exists, which begins as `object`.
story story_of_new(const story& s, const input_subject& of, const bj::object& object);
// The story until its waits after the object exists; then the object as the story has it, and each state.
// `expected`: one more than states.
story story_of_changes(const story& s, const input_subject& of, const std::vector<input_state>& states,
                       const std::vector<expected_lines>& expected);

}}}  // namespace setpoint::v0::story
