#pragma once
// `setpoint init`, `create api`, `create webhook` and `edit`: flags and I/O around the pure parts.

#include "cli/scaffold/changes.hpp"
#include "cli/scaffold/requests.hpp"
#include "cli/subcommand.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// Begins a project.
class init_command final : public subcommand {
public:
    explicit init_command(CLI::App& parent);
    bool is_chosen() const override { return app_->parsed(); }
    // Throws fault(bad_config) for invalid names and for a folder that is not empty.
    int run() override;

private:
    CLI::App* app_;
    std::string folder_ = ".", domain_ = "my.domain", name_;
    bool namespaced_ = false, dry_run_ = false;
};

// What the commands have in common that change the project in the working folder.
class project_command : public subcommand {
public:
    bool is_chosen() const override { return app_->parsed(); }

protected:
    explicit project_command(CLI::App* app) : app_(app) {}
    void declare_common();
    // Takes back first what an interrupted command has left. Throws fault(bad_config) if the working folder
    // has no PROJECT, an invalid one, or that of a newer setpoint.
    project_file read_project() const;
    edited_files edited() const;
    // Writes the changes, unless there are conflicts or it is a dry run, and reports them.
    int finish(const change_set& c, const std::string& next) const;

    CLI::App* app_;
    std::string edited_ = "refuse";
    bool dry_run_ = false;
};

// Adds a kind.
class create_api_command final : public project_command {
public:
    explicit create_api_command(CLI::App& parent);
    int run() override;

private:
    api_request request_;
    bool namespaced_ = true, controller_ = true, resource_ = true;
};

// Adds webhooks to a kind.
class create_webhook_command final : public project_command {
public:
    explicit create_webhook_command(CLI::App& parent);
    int run() override;

private:
    webhook_request request_;
};

// Changes settings of the project, and brings its files up to date.
class edit_command final : public project_command {
public:
    explicit edit_command(CLI::App& parent);
    int run() override;

private:
    bool upgrade_ = false, namespaced_ = false;
    CLI::Option* scope_ = nullptr;
};

}}}  // namespace setpoint::v0::cli::scaffold
