#pragma once
// Reads the files of a project's folder, and nothing outside of it.

#include "cli/scaffold/changes.hpp"
#include "setpoint/core/error.hpp"

#include <filesystem>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// Returns root / path. Throws fault(bad_config) if the path is none of a file in a project
// (is_project_path(), and PROJECT itself), or leads through a symbolic link to somewhere outside of the root.
std::filesystem::path file_in(const std::filesystem::path& root, const std::string& path);

// A read_function. What is not a regular file, or not a text, is unusable. Throws fault(bad_config) that
// names the file if it cannot be read, and as file_in().
read_function reader_of(std::filesystem::path root);

}}}  // namespace setpoint::v0::cli::scaffold
