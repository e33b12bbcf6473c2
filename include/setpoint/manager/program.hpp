#pragma once
// The main() of an operator: flags, log, signals, connection, manager.
//
//     int main(int argc, char** argv) {
//         setpoint::program operator_program("webserver-operator", "Runs web servers on Kubernetes.");
//         return operator_program.run(argc, argv, [](setpoint::manager& m) {
//             m.controller<web_server>().owns<deployment>().owns<service>().reconcile(reconcile);
//         });
//     }

#include "setpoint/manager/manager.hpp"

#include <functional>
#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace setpoint { inline namespace v0 {

struct manifest_request;
struct replay_request;

// Exit codes of run().
enum class exit_code : int {
    ok = 0,        // stopped on request, or printed the requested output
    failed = 1,    // a part failed, the shutdown took too long, or a second signal came
    bad_usage = 2  // invalid flags or kubeconfig, or an address that cannot be bound
};

class program {
public:
    // `name` is also the field manager of what the operator applies, so it must not change between releases.
    program(std::string name, std::string description);
    ~program();
    // Returns the flags, to add the operator's own: program.flags().add_option("--name", variable, "help").
    // Add them before run(); the variables must outlive it. Names of the built-in flags are taken: see
    // --help.
    CLI::App& flags() { return *flags_; }
    // Adds a sample object that --print-sample prints, without its status. May be called more than once.
    template <api_object T>
    program& sample(const T& object) {
        return add_sample(object_to_json(object));
    }
    // Parses the flags, calls `set_up`, then runs until SIGTERM or SIGINT; a second signal exits
    // immediately. Returns an exit_code. `set_up` declares controllers and runnables; it must not wait
    // for the API server, since the --print flags call it without a cluster. After it has run, both
    // signals stay blocked. Exceptions derived from std::exception do not leave it: their text is
    // written to standard error, and the result is exit_code::bad_usage for a fault with
    // errc::bad_config, otherwise exit_code::failed.
    int run(int argc, char** argv, std::function<void(manager&)> set_up);

private:
    struct printing {
        bool crd = false, rbac = false, webhooks = false, sample = false;
    };
    program& add_sample(boost::json::object object);
    void declare_flags();
    void declare_election_flags();
    void declare_webhook_flags();
    void take_election_flags();
    void take_webhook_flags();
    int parse(int argc, char** argv);
    int print(const std::function<void(manager&)>& set_up) const;
    int print_manifests(const std::function<void(manager&)>& set_up);
    int operate(const std::function<void(manager&)>& set_up);
    int replay(const std::function<void(manager&)>& set_up);

    manager_options options_;
    std::string description_, level_ = "info", format_ = "text", shutdown_timeout_ = "25s";
    std::string lease_duration_ = "15s", renew_deadline_ = "10s", retry_period_ = "2s", on_loss_ = "exit";
    int webhook_port_ = 9443;
    printing print_;
    std::unique_ptr<manifest_request> manifests_;
    std::unique_ptr<replay_request> replay_;
    std::vector<std::string> arguments_;  // of the command line, without the program
    std::vector<boost::json::object> samples_;
    std::unique_ptr<CLI::App> flags_;
};

// Runs an operator that has no flags of its own.
int run(int argc, char** argv, std::string name, std::string description,
        std::function<void(manager&)> set_up);

}}  // namespace setpoint::v0
