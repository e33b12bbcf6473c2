#pragma once
// Writes files atomically.

#include "setpoint/core/error.hpp"

#include <string>
#include <string_view>
#include <sys/types.h>

namespace setpoint::cli {

// Writes a new file next to `path` and renames it, so that readers see the old or the new content.
// Blocks. Error: bad_config, naming the file.
result<> write_file(const std::string& path, std::string_view text, mode_t mode);
// The first bytes of a file; "" if it does not exist. Error: bad_config if it cannot be read.
result<std::string> begin_of_file(const std::string& path);

}  // namespace setpoint::cli
