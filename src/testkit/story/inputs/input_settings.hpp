#pragma once
// What a story says about changes of its object: `inputs`. docs/exploring-inputs.md describes each key.

#include "testkit/story/inputs/field_changes.hpp"
#include "testkit/story/story_node.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace story {

struct input_settings {
    std::string kind{}, name{};  // of the object; "": the first one of a custom kind
    input_choice choice{};
};
// Throws cannot_explore with the place.
input_settings read_input_settings(const story_node& n);

}}}  // namespace setpoint::v0::story
