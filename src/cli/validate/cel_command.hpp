#pragma once
// `setpoint cel`: evaluates one expression of CEL as kube-apiserver does.

#include "cli/subcommand.hpp"

#include <string>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

class cel_command final : public subcommand {
public:
    explicit cel_command(CLI::App& parent);
    bool is_chosen() const override;
    // Prints value, type and cost. Returns 1 if the expression ends with an error. Throws fault: bad_config
    // for an expression that does not compile, and for a file that cannot be used.
    int run() override;

private:
    CLI::App* app_;
    std::string expression_, object_, old_;
};

}}}  // namespace setpoint::v0::cli
