#pragma once
// Parses a command line and runs the chosen subcommand.
#include "cli/subcommand.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

using subcommand_list = std::vector<std::unique_ptr<subcommand>>;

// Parses the command line with the flags of `app` and of the subcommands that `declare` adds to it, in the
// order of --help, and runs the chosen one. Returns the exit code; --help and --version return 0, a usage
// error returns 2 after a hint. Throws what the subcommand throws.
int run_command_line(CLI::App& app, int argc, char** argv,
                     const std::function<subcommand_list(CLI::App&)>& declare);

// Returns the exit code of `body`. A fault that it throws is printed to standard error.
int print_faults(const std::function<int()>& body);

}}}  // namespace setpoint::v0::cli
