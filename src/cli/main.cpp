// The `setpoint` command and its subcommands.
#include "cli/apiserver_command.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace setpoint::cli {

namespace {

int parse(CLI::App& app, int argc, char** argv) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        const bool asked = e.get_exit_code() == 0;
        app.exit(e, std::cout, std::cerr);
        if (!asked) std::cerr << "Run with --help for more information.\n";
        return static_cast<int>(asked ? exit_code::ok : exit_code::bad_usage);
    }
    return -1;
}

int run(int argc, char** argv) {
    CLI::App app("Tools for developing and testing Kubernetes operators.", "setpoint");
    app.get_formatter()->column_width(34);
    app.set_version_flag("--version", "setpoint " SETPOINT_VERSION, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    apiserver_command apiserver(app);
    if (const int done = parse(app, argc, argv); done >= 0) return done;
    try {
        return apiserver.run();
    } catch (const fault& f) {
        std::cerr << "setpoint: " << f.what() << '\n';
        return static_cast<int>(f.why().code == errc::bad_config ? exit_code::bad_usage : exit_code::failed);
    } catch (const std::exception& e) {
        std::cerr << "setpoint: " << e.what() << '\n';
        return static_cast<int>(exit_code::failed);
    }
}

}  // namespace

}  // namespace setpoint::cli

int main(int argc, char** argv) {
    return setpoint::cli::run(argc, argv);
}
