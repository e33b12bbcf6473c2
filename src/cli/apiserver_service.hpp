#pragma once
// The process that `setpoint apiserver` is.

#include "cli/apiserver_settings.hpp"

namespace setpoint::cli {

// Serves until SIGTERM or SIGINT (a second one exits at once); returns the exit code. Throws fault:
// bad_config when the address cannot be listened on or a file cannot be written.
int run_apiserver(apiserver_settings s);

}  // namespace setpoint::cli
