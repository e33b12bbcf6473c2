#pragma once
// Runs a program and reads its output, without a shell and without blocking the loop.

#include "setpoint/core/loop.hpp"
#include "setpoint/core/secret.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

struct command {
    std::string program;  // looked up in PATH unless it has a '/'
    std::vector<std::string> args{};
    std::vector<std::pair<std::string, secret>> env{};  // override variables of our environment
    duration limit = std::chrono::seconds(30);
    std::size_t max_output = 1024 * 1024;
};

// Returns the standard output of a program that ended with code 0. It has no input, and its
// standard error is ours. It runs in its own process group, which is killed if the program takes
// too long or prints too much, or if the caller is cancelled. Errors, whose message is only the
// reason and quotes nothing of the output: not_found (no such program), timeout, too_large, failed.
awaitable<result<secret>> run_command(loop& l, command c);

using command_runner = std::function<awaitable<result<secret>>(command c)>;

}}  // namespace setpoint::v0
