#pragma once
// A project: a folder with a file PROJECT, as kubebuilder's. And the executable of its operator.

#include "setpoint/core/error.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

struct project {
    std::string folder;  // "" is the working folder
    std::string name;    // projectName: also that of the operator's executable
    std::string domain;
};

// Reads the text of a file PROJECT. Error: bad_config that names `file` and the field.
result<project> parse_project(std::string_view text, const std::string& file);
// Error: not_found if the folder has no file PROJECT; otherwise as parse_project().
result<project> read_project(const std::string& folder);

// Why a command for the project in the working folder finds none: names the folder above it that has one, if
// one of them has. Ends without a full stop, for what to do.
std::string no_project_here();

// Where builds put the executable, relative to the project's folder, with * for the build's name.
std::vector<std::string> program_places(const std::string& name);
// Returns the executable `name` in a build's folder, or in its bin/; nothing if there is none.
std::optional<std::string> program_in(const std::string& build, const std::string& name);
// Returns the newest executable of the project's operator in build/. Error: bad_config if there is none.
result<std::string> find_program(const project& p);

// Differs when a file was written or replaced.
struct file_stamp {
    ino_t inode = 0;
    off_t size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    friend bool operator==(const file_stamp&, const file_stamp&) = default;
};
// Nothing if there is no such file.
std::optional<file_stamp> stamp_of(const std::string& file);

// Returns the executable that --program names or, if it is empty, that of the project in the working folder.
// Error: bad_config.
result<std::string> program_of(const std::string& flag);
void declare_program(CLI::App& app, std::string& program);

}}}  // namespace setpoint::v0::cli
