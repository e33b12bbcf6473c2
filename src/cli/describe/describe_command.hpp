#pragma once
// `setpoint describe-kind`: writes the described types of kinds that others define.

#include "cli/describe/definition_reader.hpp"
#include "cli/subcommand.hpp"

#include <string>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

class describe_command final : public subcommand {
public:
    explicit describe_command(CLI::App& parent);
    bool is_chosen() const override;
    // Prints one header, or writes one for each kind; what they leave out goes to standard error. Throws
    // fault: bad_config for a file or flag that cannot be used; nothing is written then.
    int run() override;

private:
    void write(const std::vector<kind_model>& kinds) const;

    CLI::App* app_;
    describe_request request_;
    std::string file_, namespace_, output_ = "-";
};

}}}  // namespace setpoint::v0::cli
