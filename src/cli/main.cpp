// The `setpoint` command and its subcommands.
#include "cli/apiserver_command.hpp"
#include "cli/cluster/install_command.hpp"
#include "cli/describe/describe_command.hpp"
#include "cli/envtest/personality.hpp"
#include "cli/explore/explore_command.hpp"
#include "cli/project/manifests_command.hpp"
#include "cli/run/run_command.hpp"
#include "cli/scaffold/scaffold_commands.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace setpoint::inline v0::cli {

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

// In the order of --help.
std::vector<std::unique_ptr<subcommand>> subcommands(CLI::App& app) {
    std::vector<std::unique_ptr<subcommand>> all;
    all.push_back(std::make_unique<scaffold::init_command>(app));
    all.push_back(std::make_unique<scaffold::create_api_command>(app));
    all.push_back(std::make_unique<scaffold::create_webhook_command>(app));
    all.push_back(std::make_unique<scaffold::edit_command>(app));
    all.push_back(std::make_unique<run_command>(app));
    all.push_back(std::make_unique<manifests_command>(app));
    all.push_back(std::make_unique<install_command>(app));
    all.push_back(std::make_unique<uninstall_command>(app));
    all.push_back(std::make_unique<deploy_command>(app));
    all.push_back(std::make_unique<undeploy_command>(app));
    all.push_back(std::make_unique<describe_command>(app));
    all.push_back(std::make_unique<explore_command>(app));
    all.push_back(std::make_unique<apiserver_command>(app));
    all.push_back(std::make_unique<assets_command>(app));
    return all;
}

int run(int argc, char** argv) {
    CLI::App app("Tools for developing and testing Kubernetes operators.", "setpoint");
    app.get_formatter()->column_width(34);
    app.set_version_flag("--version", "setpoint " SETPOINT_VERSION, "Print the version and exit");
    app.set_help_flag("-h,--help", "Print this help and exit");
    app.require_subcommand(1);
    const auto all = subcommands(app);
    // Only for --help: they have flags of their own.
    app.add_subcommand("kube-apiserver", "As kube-apiserver of envtest, with its flags");
    app.add_subcommand("etcd", "As etcd of envtest, with its flags; stores nothing");
    if (const int done = parse(app, argc, argv); done >= 0) return done;
    return (*std::find_if(all.begin(), all.end(), [](const auto& s) { return s->is_chosen(); }))->run();
}

// The exit code of `body`, whose faults are printed.
int guarded(const std::function<int()>& body) {
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

}  // namespace

}  // namespace setpoint::inline v0::cli

int main(int argc, char** argv) {
    using namespace setpoint::cli;
    std::vector<std::string> arguments(argv, argv + argc);
    const auto personality = personality_of(arguments);
    return guarded([&] { return personality ? run_personality(*personality, arguments) : run(argc, argv); });
}
