#pragma once
// An operator's main(): flags, log, signals, connection, manager.
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

namespace setpoint {

// Exit codes of run().
enum class exit_code : int {
    ok = 0,        // asked to stop and stopped, or printed what was asked for
    failed = 1,    // a part failed, the stop took too long, or a second signal came
    bad_usage = 2  // flags, kubeconfig, or an address that cannot be listened on
};

class program {
public:
    // `name` is also the field owner of what the operator applies, so it must stay the same from release to
    // release.
    program(std::string name, std::string description);
    ~program();
    // For the operator's own flags: program.flags().add_option("--name", variable, "help").
    CLI::App& flags() { return *flags_; }
    // An object to begin with, that --print-sample prints, without its status. May be called more than once.
    template <api_object T>
    program& sample(const T& object) {
        return add_sample(object_to_json(object));
    }
    // Parses the flags, calls `set_up`, then runs until SIGTERM or SIGINT (a second one exits at once).
    // `set_up` declares controllers and runnables; it must not wait for the API: with --print-crd and
    // --print-rbac there is none.
    int run(int argc, char** argv, std::function<void(manager&)> set_up);

private:
    struct printing {
        bool crd = false, rbac = false, sample = false;
    };
    program& add_sample(boost::json::object object);
    void declare_flags();
    void declare_election_flags();
    void take_election_flags();
    int parse(int argc, char** argv);
    int print(const std::function<void(manager&)>& set_up) const;
    int operate(const std::function<void(manager&)>& set_up);

    manager_options options_;
    std::string description_, level_ = "info", format_ = "text", shutdown_timeout_ = "25s";
    std::string lease_duration_ = "15s", renew_deadline_ = "10s", retry_period_ = "2s", on_loss_ = "exit";
    printing print_;
    std::vector<boost::json::object> samples_;
    std::unique_ptr<CLI::App> flags_;
};

// For an operator without flags of its own.
int run(int argc, char** argv, std::string name, std::string description,
        std::function<void(manager&)> set_up);

}  // namespace setpoint
