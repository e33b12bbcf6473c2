#pragma once
// `setpoint manifests`: runs the command of that name of the project's operator.

#include "cli/project/operator_flags.hpp"
#include "cli/subcommand.hpp"

namespace setpoint { inline namespace v0 { namespace cli {

class manifests_command final : public subcommand {
public:
    explicit manifests_command(CLI::App& parent);
    bool is_chosen() const override { return app_->parsed(); }
    // Becomes the executable, so it does not return. Throws fault: bad_config if there is none.
    int run() override;

private:
    CLI::App* app_;
    operator_flags operator_;
};

// The image that `manifests` names unless a flag does.
std::string default_image(const std::string& program);

}}}  // namespace setpoint::v0::cli
