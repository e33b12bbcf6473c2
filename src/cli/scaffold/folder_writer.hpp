#pragma once
// Reads and writes the files of a project's folder.

#include "cli/scaffold/changes.hpp"
#include "setpoint/core/error.hpp"

#include <filesystem>
#include <vector>

namespace setpoint::inline v0::cli::scaffold {

// A read_function. Throws fault(bad_config) that names the file if it cannot be read.
read_function reader_of(std::filesystem::path root);

// Writes all changes or none: the new texts go to a folder beside the files first, and if one cannot be put
// in place, those before it are taken back. Creates folders, also `root`. Throws fault(bad_config), naming
// the file.
void write_changes(const std::filesystem::path& root, const std::vector<file_change>& changes);

}  // namespace setpoint::inline v0::cli::scaffold
