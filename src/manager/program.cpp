#include "disconnected_client.hpp"
#include "loop_watch.hpp"
#include <setpoint/api/time.hpp>
#include <setpoint/client/api_client.hpp>
#include <setpoint/client/kubeconfig.hpp>
#include <setpoint/json/yaml.hpp>
#include <setpoint/manager/connection.hpp>
#include <setpoint/manager/program.hpp>

#include <CLI/CLI.hpp>
#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>
#include <prometheus/registry.h>

#include <climits>
#include <csignal>
#include <iostream>
#include <unistd.h>

namespace setpoint {

namespace {

constexpr int code(exit_code c) {
    return static_cast<int>(c);
}

// SIGTERM and SIGINT: the first asks for an orderly stop, the second ends the process.
class signals {
public:
    signals(loop& l, manager& m, const logger& log) : set_(l.io(), SIGTERM, SIGINT), manager_(m), log_(log) {
        wait();
    }

private:
    void wait() {
        set_.async_wait([this](boost::system::error_code ec, int number) {
            if (ec) return;
            if (seen_) {
                log_.error("Second signal: ending at once", {{"signal", number}});
                std::_Exit(code(exit_code::failed));
            }
            seen_ = true;
            log_.info("Signal received: stopping", {{"signal", number}});
            manager_.request_stop();
            wait();
        });
    }
    asio::signal_set set_;
    manager& manager_;
    const logger& log_;
    bool seen_ = false;
};

// A pod's host name is the pod's name.
std::string host_name() {
    char name[HOST_NAME_MAX + 1] = {};
    return gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "unknown";
}

// A certificate that is refused now is refused for ever; a server that is away may come back.
awaitable<void> first_contact(connection& to_cluster, logger log) {
    auto reached = co_await to_cluster.probe();
    if (reached) co_return;
    if (reached.error().code == errc::bad_config) throw fault(reached.error());
    log.warn("The API server cannot be reached; trying on", {{"error", reached.error().to_string()}});
}

void print_documents(const std::vector<boost::json::object>& documents) {
    bool first = true;
    for (const boost::json::object& d : documents) {
        if (!first) std::cout << "---\n";
        first = false;
        std::cout << json::to_yaml(d);
    }
}

}  // namespace

program::program(std::string name, std::string description) : description_(std::move(description)) {
    options_.name = std::move(name);
    options_.instance = host_name();
    flags_ = std::make_unique<CLI::App>(description_, options_.name);
    declare_flags();
}

program::~program() = default;

void program::declare_flags() {
    CLI::App& f = *flags_;
    f.get_formatter()->column_width(42);
    f.set_version_flag("--version", options_.name + " " SETPOINT_VERSION, "Print the version and exit");
    f.set_help_flag("-h,--help", "Print this help and exit");
    f.add_option("--kubeconfig", options_.kubeconfig,
                 "Kubeconfig file. Without it: $KUBECONFIG, the pod's service account, ~/.kube/config")
        ->type_name("FILE")
        ->group("Cluster");
    f.add_option("--context", options_.context, "Context of the kubeconfig. Without it: its current context")
        ->type_name("NAME")
        ->group("Cluster");
    f.add_option("--namespace", options_.namespaces,
                 "Namespace to work in; repeat it for several. Without it: all namespaces")
        ->type_name("NAME")
        ->allow_extra_args(false)
        ->group("Cluster");
    f.add_option("--metrics-bind-address", options_.metrics_address,
                 "Where /metrics is served; 0 turns it off")
        ->type_name("ADDRESS")
        ->capture_default_str()
        ->group("Serving");
    f.add_option("--health-probe-bind-address", options_.health_address,
                 "Where /healthz and /readyz are served; 0 turns them off")
        ->type_name("ADDRESS")
        ->capture_default_str()
        ->group("Serving");
    f.add_option("--max-concurrent-reconciles", options_.max_concurrent_reconciles,
                 "Reconciles at a time of each controller. Without it: 4")
        ->type_name("N")
        ->check(CLI::Range(1, 1000))
        ->group("Running");
    f.add_option("--shutdown-timeout", shutdown_timeout_,
                 "How long an orderly stop may take; keep it under the pod's grace period")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Running");
    f.add_option("--log-level", level_, "trace, debug, info, warn, error or off")
        ->type_name("LEVEL")
        ->capture_default_str()
        ->group("Logging");
    f.add_option("--log-format", format_, "text or json")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str()
        ->group("Logging");
    f.add_flag("--print-crd", print_.crd, "Print the CustomResourceDefinitions and exit")->group("Manifests");
    f.add_flag("--print-rbac", print_.rbac, "Print the ClusterRole (with --namespace: the Roles) and exit")
        ->group("Manifests");
}

int program::parse(int argc, char** argv) {
    try {
        flags_->parse(argc, argv);
        if (!setpoint::parse(level_, options_.level)) {
            throw CLI::ValidationError("--log-level: \"" + level_ +
                                       "\" is none of trace, debug, info, warn, error, off");
        }
        const auto limit = go_duration::parse(shutdown_timeout_);
        if (!limit || limit->value() <= duration::zero()) {
            throw CLI::ValidationError("--shutdown-timeout: \"" + shutdown_timeout_ +
                                       "\" is no duration such as 25s");
        }
        options_.shutdown_timeout = limit->value();
        options_.json_log = format_ == "json";
    } catch (const CLI::ParseError& e) {
        const bool asked = e.get_exit_code() == 0;
        flags_->exit(e, std::cout, std::cerr);
        if (!asked) std::cerr << "Run with --help for more information.\n";
        return code(asked ? exit_code::ok : exit_code::bad_usage);
    }
    return -1;
}

int program::run(int argc, char** argv, std::function<void(manager&)> set_up) {
    if (const int done = parse(argc, argv); done >= 0) return done;
    try {
        return print_.crd || print_.rbac ? print(set_up) : operate(set_up);
    } catch (const fault& f) {
        std::cerr << options_.name << ": " << f.what() << '\n';
        return code(f.why().code == errc::bad_config ? exit_code::bad_usage : exit_code::failed);
    } catch (const std::exception& e) {
        std::cerr << options_.name << ": " << e.what() << '\n';
        return code(exit_code::failed);
    }
}

int program::print(const std::function<void(manager&)>& set_up) const {
    virtual_clock time;
    random_source random(0);
    loop l(time, random);
    null_sink sink;
    prometheus::Registry registry;
    metrics m(registry);
    disconnected_client nowhere;
    manager declared(l, nowhere, logger(sink, time), m, options_);
    set_up(declared);
    std::vector<boost::json::object> documents;
    if (print_.crd) documents = declared.crds();
    if (print_.rbac) {
        for (auto& role : declared.roles(options_.namespaces)) documents.push_back(std::move(role));
    }
    print_documents(documents);
    return code(exit_code::ok);
}

int program::operate(const std::function<void(manager&)>& set_up) {
    real_clock time;
    random_source random(random_source::system_seed());
    std::unique_ptr<log_sink> sink;
    if (options_.json_log)
        sink = std::make_unique<json_sink>(std::cerr);
    else
        sink = std::make_unique<text_sink>(std::cerr);
    sink->level = options_.level;
    const logger log(*sink, time);

    auto config = load_config({options_.kubeconfig, options_.context}, system_sources(), time.wall_now());
    if (!config) throw fault(config.error());
    prometheus::Registry registry;
    metrics m(registry);
    m.gauge("setpoint_build_info", {{"version", SETPOINT_VERSION}, {"program", options_.name}}).Set(1);
    loop l(time, random);
    loop_watch watch(m, log);
    l.observe(&watch);
    connection to_cluster(l, *config, options_.name, log, m);
    log.info("Starting", {{"program", options_.name},
                          {"version", SETPOINT_VERSION},
                          {"server", config->server.authority()},
                          {"config", config->description}});

    manager running(l, to_cluster.client(), log, m, options_);
    set_up(running);
    running.add_runnable("first contact", [&] { return first_contact(to_cluster, log); });
    const signals on_signal(l, running, log);
    run_to_end(l, "manager", running.run());
    log.info("Stopped");
    return code(exit_code::ok);
}

int run(int argc, char** argv, std::string name, std::string description,
        std::function<void(manager&)> set_up) {
    program p(std::move(name), std::move(description));
    return p.run(argc, argv, std::move(set_up));
}

}  // namespace setpoint
