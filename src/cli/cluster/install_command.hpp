#pragma once
// `setpoint install` and `uninstall` (the CustomResourceDefinitions of an operator), `deploy` and `undeploy`
// (all that it needs).

#include "cli/cluster/cluster_session.hpp"
#include "cli/cluster/object_writer.hpp"
#include "cli/project/operator_flags.hpp"
#include "cli/subcommand.hpp"

#include <iosfwd>

namespace setpoint { inline namespace v0 { namespace cli {

// What the four have in common.
class cluster_command : public subcommand {
public:
    bool is_chosen() const override { return app_->parsed(); }
    // Throws fault: bad_config for a flag, executable or kubeconfig that cannot be used, and for a deletion
    // that needs
    // --yes; other codes for what the cluster answers.
    int run() override;

protected:
    cluster_command(CLI::App& parent, const std::string& name, const std::string& what);
    virtual std::vector<std::string> arguments()
        const = 0;  // of the executable, which then prints a manifest
    virtual awaitable<result<>> act(object_writer& writer, std::vector<bj::object> objects) = 0;

    CLI::App* app_;
    void declare_migration();

    operator_flags operator_;
    bool dry_run_ = false;
    bool migrate_storage_ = false;
    std::string settle_ = "1m";

private:
    awaitable<result<>> perform(cluster_session& session, std::string program);

    cluster_flags cluster_;
};

class install_command final : public cluster_command {
public:
    explicit install_command(CLI::App& parent);

private:
    std::vector<std::string> arguments() const override;
    awaitable<result<>> act(object_writer& writer, std::vector<bj::object> objects) override;
};

class uninstall_command final : public cluster_command {
public:
    explicit uninstall_command(CLI::App& parent);

private:
    std::vector<std::string> arguments() const override;
    awaitable<result<>> act(object_writer& writer, std::vector<bj::object> objects) override;

    bool yes_ = false;
};

class deploy_command final : public cluster_command {
public:
    explicit deploy_command(CLI::App& parent);

private:
    std::vector<std::string> arguments() const override;
    awaitable<result<>> act(object_writer& writer, std::vector<bj::object> objects) override;

    std::string image_;
};

class undeploy_command final : public cluster_command {
public:
    explicit undeploy_command(CLI::App& parent);

private:
    std::vector<std::string> arguments() const override;
    awaitable<result<>> act(object_writer& writer, std::vector<bj::object> objects) override;

    bool yes_ = false;
};

// The lines that say which objects go with definitions, and how to let them: for an error.
std::string refusal_text(const std::vector<definition_use>& in_use);
// The order of a deletion: definitions first, so that the operator, while it still runs, removes its
// finalizers; then the others from the last to the first.
std::vector<bj::object> deletion_order(std::vector<bj::object> objects);

}}}  // namespace setpoint::v0::cli
