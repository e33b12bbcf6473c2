#pragma once
// Which changes the API server accepts, found by dry runs without an operator.

#include "setpoint/core/loop.hpp"
#include "testkit/story/inputs/input_story.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Those of `all` that the API server accepts of the object as the story has it. Throws cannot_explore if it
// refuses the object itself. Both references must outlive the call.
awaitable<std::vector<field_change>> accepted_changes(loop& l, const story& s, const input_subject& of,
                                                      std::vector<field_change> all);

}}}  // namespace setpoint::v0::story
