// The `setpoint` command and its subcommands.
#include "cli/apiserver_command.hpp"
#include "cli/cluster/install_command.hpp"
#include "cli/command_line.hpp"
#include "cli/describe/describe_command.hpp"
#include "cli/envtest/personality.hpp"
#include "cli/explore/explore_command.hpp"
#include "cli/preview/preview_command.hpp"
#include "cli/project/manifests_command.hpp"
#include "cli/replay/replay_command.hpp"
#include "cli/run/run_command.hpp"
#include "cli/scaffold/scaffold_commands.hpp"
#include "cli/snapshot/snapshot_command.hpp"
#include "cli/top/top_command.hpp"
#include "cli/validate/cel_command.hpp"
#include "cli/validate/validate_command.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli { namespace {

subcommand_list subcommands(CLI::App& app) {
    subcommand_list all;
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
    all.push_back(std::make_unique<validate_command>(app));
    all.push_back(std::make_unique<cel_command>(app));
    all.push_back(std::make_unique<explore_command>(app));
    all.push_back(std::make_unique<preview_command>(app));
    all.push_back(std::make_unique<top_command>(app));
    all.push_back(std::make_unique<replay_command>(app));
    all.push_back(std::make_unique<apiserver_command>(app));
    all.push_back(std::make_unique<snapshot_command>(app));
    all.push_back(std::make_unique<assets_command>(app));
    // Only for --help: they have flags of their own.
    app.add_subcommand("kube-apiserver", "Run as envtest's kube-apiserver, with its flags");
    app.add_subcommand("etcd", "Run as envtest's etcd, with its flags; stores nothing");
    return all;
}

int run(int argc, char** argv) {
    CLI::App app("Tools for developing and testing Kubernetes operators.", "setpoint");
    app.get_formatter()->column_width(34);
    return run_command_line(app, argc, argv, subcommands);
}

}}}}  // namespace setpoint::v0::cli

int main(int argc, char** argv) {
    using namespace setpoint::cli;
    std::vector<std::string> arguments(argv, argv + argc);
    const auto personality = personality_of(arguments);
    return print_faults(
        [&] { return personality ? run_personality(*personality, arguments) : run(argc, argv); });
}
