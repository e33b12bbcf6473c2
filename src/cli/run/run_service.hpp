#pragma once
// The process of `setpoint run`.

#include "cli/run/run_settings.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

// Serves, builds, starts and restarts until SIGINT, SIGTERM or SIGHUP (a second one ends it at once). Returns
// the exit code: 0 if the operator ran until the end and stopped in order, otherwise 1. Throws fault:
// bad_config for settings that cannot be used.
int run_operator(run_settings s);

}}}  // namespace setpoint::v0::cli
