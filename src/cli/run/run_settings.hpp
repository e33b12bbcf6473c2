#pragma once
// What `setpoint run` runs, and the command lines that follow from it. Pure.

#include "cli/json_members.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct run_settings {
    std::string program;   // path of the executable; of a project that is not built yet: ""
    std::string project;   // its projectName; "": no project
    bool builds = false;   // the project, first and after changes
    bool watches = false;  // the sources, too
    int nodes = 1;
    std::uint16_t port = 0;
    std::string kubeconfig;             // file to write; "": a temporary one
    std::vector<std::string> to_apply;  // manifests
    std::vector<std::string> flags;     // of the operator
};

struct command_line {
    std::string program;
    std::vector<std::string> arguments;
};
// Configures the preset dev if that did not happen yet, and builds the target of the project's name.
std::vector<command_line> build_commands(const std::string& project, bool configured);
// The folder that the preset dev builds in.
inline constexpr std::string_view build_folder = "build/dev";
// The output of a build that failed.
inline constexpr std::string_view build_log = "build/dev/setpoint-run.log";

// The progress of a line that ninja or make prints: "[3/40] Building x.cpp"; "" for another line.
std::string_view progress_in(std::string_view line);

// The operator's flags: `given`, and free ports for what would otherwise listen on a fixed one.
// `webhook_port`: of webhooks that the API server of this process calls; 0: none.
std::vector<std::string> operator_arguments(const std::vector<std::string>& given,
                                            std::uint16_t webhook_port);
// Whether the definitions or configurations that an operator prints need its webhooks.
bool need_webhooks(const std::vector<bj::object>& definitions, const std::vector<bj::object>& configurations);

}}}  // namespace setpoint::v0::cli
