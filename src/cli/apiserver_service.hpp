#pragma once
// The process of `setpoint apiserver`.

#include "cli/apiserver_settings.hpp"

namespace setpoint::cli {

// Serves until SIGTERM or SIGINT (a second one exits immediately); returns the exit code. Throws
// fault: bad_config if it cannot listen on the address or cannot write a file.
int run_apiserver(apiserver_settings s);

}  // namespace setpoint::cli
