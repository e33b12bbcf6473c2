#include "cli/command_line.hpp"

#include "setpoint/core/error.hpp"
#include "setpoint/manager/program.hpp"

#include <algorithm>
#include <exception>
#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli {

int run_command_line(CLI::App& app, int argc, char** argv,
                     const std::function<subcommand_list(CLI::App&)>& declare) {
    app.set_version_flag("--version", "setpoint " SETPOINT_VERSION, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    const subcommand_list all = declare(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        const bool asked = e.get_exit_code() == 0;
        app.exit(e, std::cout, std::cerr);
        if (!asked) std::cerr << "Run with --help for more information.\n";
        return static_cast<int>(asked ? exit_code::ok : exit_code::bad_usage);
    }
    return (*std::find_if(all.begin(), all.end(), [](const auto& s) { return s->is_chosen(); }))->run();
}

int print_faults(const std::function<int()>& body) {
    try {
        return body();
    } catch (const fault& f) {
        std::cerr << "setpoint: " << f.what() << '\n';
        return static_cast<int>(f.why().code == errc::bad_config ? exit_code::bad_usage : exit_code::failed);
    } catch (const std::exception& e) {
        std::cerr << "setpoint: " << e.what() << '\n';
        return static_cast<int>(exit_code::failed);
    }
}

}}}  // namespace setpoint::v0::cli
