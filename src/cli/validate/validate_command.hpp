#pragma once
// `setpoint validate`: checks manifests as an API server does, without a cluster.

#include "cli/subcommand.hpp"
#include "cli/validate/finding.hpp"
#include "cli/validate/manifest_checker.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

class validate_command final : public subcommand {
public:
    explicit validate_command(CLI::App& parent);
    bool is_chosen() const override;
    // Prints the findings. Returns 1 if an object is invalid. Throws fault: bad_config for a file or flag
    // that cannot be used.
    int run() override;

private:
    std::vector<manifest_object> installed() const;
    std::vector<manifest_object> old_objects() const;
    void check(manifest_checker& checker) const;

    CLI::App* app_;
    std::vector<std::string> files_, definitions_, policies_, old_;
    std::string old_revision_, format_ = "text";
    checker_options options_;
};

}}}  // namespace setpoint::v0::cli
