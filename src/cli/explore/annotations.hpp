#pragma once
// Findings as GitHub's annotations: commands in the log of a workflow, which GitHub shows at lines of files.

#include "setpoint/sim/finding.hpp"
#include "setpoint/story/explore.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

// One a line: an error for each finding, a notice for an accepted one. They are at the story's first line, or
// at the step that a detail begins with ("story.yaml:12: ...").
std::string annotations(const sim::findings& found, const std::string& story);
// A warning for each accepted finding that did not occur, in the file that lists it.
std::string annotations_of_gone(const std::vector<story::accepted_finding>& gone, const std::string& file);
// An error: why nothing could be explored.
std::string failure_annotation(const std::string& story, std::string_view why);

}}}  // namespace setpoint::v0::cli
