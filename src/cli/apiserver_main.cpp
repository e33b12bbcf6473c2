// setpoint-apiserver: the embedded API server without the other subcommands, which take longer to compile
// than the server.
#include "cli/apiserver_command.hpp"
#include "cli/command_line.hpp"

#include <CLI/CLI.hpp>

#include <memory>

int main(int argc, char** argv) {
    using namespace setpoint::cli;
    return print_faults([&] {
        CLI::App app("Runs the embedded Kubernetes API server.", "setpoint-apiserver");
        return run_command_line(app, argc, argv, [](CLI::App& parent) {
            subcommand_list all;
            all.push_back(std::make_unique<apiserver_command>(parent));
            return all;
        });
    });
}
