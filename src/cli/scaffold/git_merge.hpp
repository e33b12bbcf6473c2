#pragma once
// Merges a new generated text into an edited file, with Git.

#include "cli/scaffold/changes.hpp"

#include <filesystem>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// A merge_function for the project in `root`. The text that was generated before is looked for among the
// committed versions of the file, the last 200; `git merge-file` does the rest. Changes nothing in
// the folder, and neither reads nor changes the index, so that changes that are not committed do not matter.
merge_function merger_of(std::filesystem::path root);

}}}  // namespace setpoint::v0::cli::scaffold
