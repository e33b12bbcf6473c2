#pragma once
// `setpoint apiserver --data DIR --check` and `--export`.

#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

// Both return the exit code: 0 if all of the folder can be read, 1 if not. They print what is damaged to
// standard error. Throw fault: bad_config or bad_data if the folder cannot be opened.
int check_data(const std::string& folder);
int export_data(const std::string& folder);  // objects to standard output

}}}  // namespace setpoint::v0::cli
