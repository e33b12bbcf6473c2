#pragma once
// Reads the steps of a story: those of users, several at a time, and templates of steps.

#include "testkit/story/story.hpp"
#include "testkit/story/story_node.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// The steps of a list; `of` has the namespace and the limit of waits. Throws cannot_explore.
std::vector<story_step> read_steps(const story_node& list, const story& of, const std::string& folder);

// Counts the writes of users in the steps; `ends_with_deletion`: whether the last one is a deletion.
int count_writes(const std::vector<story_step>& steps, bool& ends_with_deletion);

// The node with each "{NAME}" in its strings and keys replaced, also as the mapping {NAME} that YAML makes of
// it without quotes. A string that is nothing else becomes the value itself.
bj::value substituted(const bj::value& in, std::string_view name, const bj::value& by);
story_node substituted(const story_node& in, std::string_view name, const bj::value& by);

}}}  // namespace setpoint::v0::story
