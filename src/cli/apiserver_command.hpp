#pragma once
// `setpoint apiserver`: parses its flags and runs it.

#include "cli/access_flags.hpp"
#include "cli/apiserver_service.hpp"
#include "cli/audit_flags.hpp"
#include "cli/subcommand.hpp"

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 { namespace cli {

class apiserver_command final : public subcommand {
public:
    explicit apiserver_command(CLI::App& parent);
    bool is_chosen() const override;
    // Runs until SIGTERM or SIGINT; returns the exit code. Throws fault: bad_config for unusable
    // settings.
    int run() override;

private:
    void declare_serving(CLI::App& f);
    void declare_content(CLI::App& f);
    void declare_data(CLI::App& f);
    void declare_admission(CLI::App& f);
    void declare_access(CLI::App& f);
    void declare_audit(CLI::App& f);
    void declare_logging(CLI::App& f);
    apiserver::admission_options admission() const;
    apiserver::access_options access() const;
    apiserver::audit_options audit() const;
    apiserver_settings settings() const;
    void check_control() const;

    CLI::App* app_;
    std::string bind_address_ = "127.0.0.1", history_ = "5m", level_ = "warn", format_ = "text";
    std::string start_delay_ = "200ms", ready_delay_ = "100ms", job_time_ = "1s", stop_delay_ = "100ms";
    std::string kubeconfig_, record_rbac_, snapshot_, data_folder_;
    std::string admission_config_, feature_gates_, emulated_version_;
    std::vector<std::string> without_, enabled_plugins_, disabled_plugins_;
    access_flags access_;
    audit_flags audit_;
    std::uint16_t port_ = 6443;
    int nodes_ = 1;
    std::size_t max_connections_ = 4096;
    bool insecure_http_ = false, checks_data_ = false, exports_data_ = false, control_ = false;
};

}}}  // namespace setpoint::v0::cli
