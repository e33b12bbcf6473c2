#pragma once
// `setpoint snapshot save`, `restore` and `show`.

#include "cli/cluster/cluster_session.hpp"
#include "cli/snapshot/cluster_reader.hpp"
#include "cli/subcommand.hpp"

#include <string>

namespace setpoint { inline namespace v0 { namespace cli {

class snapshot_command final : public subcommand {
public:
    explicit snapshot_command(CLI::App& parent);
    bool is_chosen() const override;
    // Throws fault: bad_config for a flag, file or kubeconfig that cannot be used; other codes for what the
    // cluster answers.
    int run() override;

private:
    void declare_save();
    void declare_restore();
    void declare_show();
    void save();
    awaitable<result<>> save_to(cluster_session& session);
    void restore();
    awaitable<result<>> restore_from(cluster_session& session);
    void show() const;

    CLI::App *app_, *save_ = nullptr, *restore_ = nullptr, *show_ = nullptr;
    cluster_flags cluster_;
    read_settings settings_;
    std::string file_;
    bool redact_ = false;
};

// The table of `setpoint snapshot show`: objects and bytes by kind, and by namespace.
std::string snapshot_table(const apiserver::cluster_snapshot& all);

}}}  // namespace setpoint::v0::cli
