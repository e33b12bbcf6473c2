#pragma once
// `setpoint kube-apiserver` and `setpoint etcd`: what envtest of controller-runtime starts, so that a folder
// of links to setpoint (`setpoint assets`) can be KUBEBUILDER_ASSETS.

#include "cli/apiserver_service.hpp"
#include "cli/subcommand.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

// The program that was asked for, by the name of the executable or by its first argument; nothing for
// setpoint itself. `arguments`: all of main()'s; those of the program remain.
std::optional<std::string_view> personality_of(std::vector<std::string>& arguments);
// Runs it until SIGTERM or SIGINT; returns the exit code. Throws fault: bad_config for flags that the real
// program does not have, and for values that cannot be used.
int run_personality(std::string_view program, std::span<const std::string> arguments);

// kube-apiserver's flags, as far as they have an effect; `ignored` receives the others.
apiserver_settings kube_apiserver_settings(std::span<const std::string> arguments,
                                           std::vector<std::string>& ignored);
int run_etcd(std::span<const std::string> arguments);

// `setpoint assets DIR`.
class assets_command final : public subcommand {
public:
    explicit assets_command(CLI::App& parent);
    bool is_chosen() const override;
    // Makes the folder and its links. Throws fault: bad_config if something else is in the way.
    int run() override;

private:
    CLI::App* app_;
    std::string folder_;
};

}}}  // namespace setpoint::v0::cli
