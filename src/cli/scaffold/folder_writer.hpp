#pragma once
// Writes the files of a project's folder: all or none, whatever ends the process.

#include "cli/scaffold/changes.hpp"
#include "setpoint/core/error.hpp"

#include <filesystem>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// Writes all changes or none. The new texts, links to the old files and a journal go to a folder in `root`
// first; if a file cannot be put in place, those before it are taken back. Creates folders, also `root`. A
// file that is replaced keeps its mode; what root writes belongs to the owner of the folder. Signals wait
// meanwhile. Throws fault(bad_config), naming the file: if one is read-only, differs from what the change was
// planned for or exists already; if one cannot be written; if another process writes to the folder. If
// something could not be taken back, the message names it.
void write_changes(const std::filesystem::path& root, const std::vector<file_change>& changes);

// Takes back what a process that was killed in write_changes() has left half done, and returns a sentence
// about it; "" if there is nothing. Files that were edited since stay as they are. Throws fault(bad_config)
// if another process writes to the folder at this time, or if a file cannot be restored.
std::string take_back_interrupted(const std::filesystem::path& root);
// Whether there is something to take back.
bool was_interrupted(const std::filesystem::path& root);

}}}  // namespace setpoint::v0::cli::scaffold
