#pragma once
// Reads files, and writes them atomically.

#include "setpoint/core/error.hpp"

#include <string>
#include <string_view>
#include <sys/types.h>

namespace setpoint { inline namespace v0 { namespace cli {

// Writes a new file next to `path` and renames it, so that readers see the old or the new content.
// Blocks. Error: bad_config, naming the file.
result<> write_file(const std::string& path, std::string_view text, mode_t mode);
// All of a file, or of the standard input if it is "-". Error: bad_config, naming the file, if it cannot be
// read or is larger than `most` bytes.
result<std::string> read_file(const std::string& path, std::size_t most = 16 * 1024 * 1024);
// The same for the file of a flag; "" without one. Throws fault: bad_config, which names the flag.
std::string read_file_of(std::string_view flag, const std::string& path);
// The first bytes of a file; "" if it does not exist. Error: bad_config if it cannot be read.
result<std::string> begin_of_file(const std::string& path);

}}}  // namespace setpoint::v0::cli
