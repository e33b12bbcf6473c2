#pragma once
// Runs a program and reads what it prints, without a shell and without holding up the loop.

#include "setpoint/core/loop.hpp"
#include "setpoint/core/secret.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace setpoint {

struct command {
    std::string program;  // looked up in PATH unless it has a '/'
    std::vector<std::string> args{};
    std::vector<std::pair<std::string, secret>> env{};  // these replace what our environment has
    duration limit = std::chrono::seconds(30);
    std::size_t max_output = 1024 * 1024;
};

// What the program printed on its standard output once it has ended with code 0. It reads nothing and its
// standard error is ours. It gets a process group of its own, all of which is killed when the program takes
// too long, prints too much or the caller is cancelled. Error: the message is the reason alone and quotes
// nothing of the output; not_found: there is no such program; timeout, too_large, failed.
awaitable<result<secret>> run_command(loop& l, command c);

using command_runner = std::function<awaitable<result<secret>>(command c)>;

}  // namespace setpoint
