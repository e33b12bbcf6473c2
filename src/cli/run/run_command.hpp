#pragma once
// `setpoint run`: parses its flags and runs it.

#include "cli/run/run_settings.hpp"
#include "cli/subcommand.hpp"

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

class run_command final : public subcommand {
public:
    explicit run_command(CLI::App& parent);
    bool is_chosen() const override;
    // Runs until SIGINT or SIGTERM. Throws fault: bad_config for flags, a project or an executable that
    // cannot be used.
    int run() override;

private:
    CLI::App* app_;
    run_settings settings_;
    bool no_build_ = false;
};

}}}  // namespace setpoint::v0::cli
