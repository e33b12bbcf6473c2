#pragma once
// Builds a project with its preset dev.

#include "cli/run/operator_child.hpp"

#include <functional>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

struct build_outcome {
    int code = 0;
    std::string output;  // of the step that failed, without its progress
};

// Runs build_commands() in the working folder. `on_progress` gets lines such as "[3/40] Building x.cpp".
// Errors: bad_config if CMake cannot be started. Cancellation ends the build.
awaitable<result<build_outcome>> build_project(loop& l, std::string project,
                                               std::function<void(std::string_view)> on_progress);

}}}  // namespace setpoint::v0::cli
