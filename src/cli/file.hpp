#pragma once
// Files that others read while they are written.

#include "setpoint/core/error.hpp"

#include <string>
#include <string_view>
#include <sys/types.h>

namespace setpoint::cli {

// Writes a new file beside `path` and puts it into its place: whoever reads sees the old one or the new one.
// Blocks. Error: bad_config, which names the file.
result<> write_file(const std::string& path, std::string_view text, mode_t mode);
// The first bytes of a file; "" when there is none. Error: bad_config, when it cannot be read.
result<std::string> begin_of_file(const std::string& path);

}  // namespace setpoint::cli
