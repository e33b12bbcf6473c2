#pragma once
// `setpoint top`.

#include "cli/cluster/cluster_session.hpp"
#include "cli/subcommand.hpp"

#include <cstdint>
#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

class top_command final : public subcommand {
public:
    explicit top_command(CLI::App& parent);
    bool is_chosen() const override;
    // Returns 0. Throws fault: bad_config for flags, a target or a document that cannot be used.
    int run() override;

private:
    CLI::App* app_;
    std::string target_ = "http://localhost:8081", ns_, output_ = "table", interval_ = "2s";
    std::uint16_t port_ = 8081;
    bool once_ = false;
    cluster_flags cluster_;
};

}}}  // namespace setpoint::v0::cli
