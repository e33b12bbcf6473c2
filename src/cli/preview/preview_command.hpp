#pragma once
// `setpoint preview`.

#include "cli/cluster/cluster_session.hpp"
#include "cli/snapshot/cluster_reader.hpp"
#include "cli/subcommand.hpp"
#include "setpoint/story/preview.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

class preview_command final : public subcommand {
public:
    explicit preview_command(CLI::App& parent);
    bool is_chosen() const override;
    // Returns the exit code that the help describes. Throws fault: bad_config for flags that cannot be used.
    int run() override;

private:
    void declare(CLI::App& f);
    void check_flags() const;
    void read_input();
    awaitable<result<>> read_cluster(cluster_session& session);

    CLI::App* app_;
    std::string snapshot_, definitions_, quiet_ = "1s", limit_ = "1m", format_ = "text";
    cluster_flags cluster_;
    read_settings settings_;
    story::program_preview what_;
};

}}}  // namespace setpoint::v0::cli
