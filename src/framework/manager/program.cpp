#include "setpoint/manager/program.hpp"

#include "framework/manager/disconnected_client.hpp"
#include "framework/manager/loop_monitor.hpp"
#include "framework/manager/manifest_command.hpp"
#include "framework/manager/recorded_program.hpp"
#include "framework/manager/replay_command.hpp"
#include "setpoint/client/api_client.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/manager/connection.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>
#include <prometheus/registry.h>

#include <climits>
#include <csignal>
#include <iostream>
#include <optional>
#include <unistd.h>

namespace setpoint { inline namespace v0 {

namespace {

constexpr int code(exit_code c) {
    return static_cast<int>(c);
}

// Handles SIGTERM and SIGINT: the first requests an orderly stop, the second ends the process.
class signals {
public:
    signals(loop& l, manager& m, const logger& log) : set_(l.io(), SIGTERM, SIGINT), manager_(m), log_(log) {
        wait();
    }
    signals(const signals&) = delete;
    signals& operator=(const signals&) = delete;
    ~signals() { mask_signals(SIG_BLOCK); }

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

// In a pod this is the pod's name.
std::string host_name() {
    char name[HOST_NAME_MAX + 1] = {};
    return gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "unknown";
}

// Errors: not a pod with a service account.
result<std::string> pod_namespace() {
    const std::string file = "/var/run/secrets/kubernetes.io/serviceaccount/namespace";
    auto found = system_sources().read_file(file);
    if (!found)
        return error(errc::bad_config, fmt::format("this is not a pod with a service account ({}: {})", file,
                                                   found.error().message));
    while (!found->empty() && found->back() == '\n') found->pop_back();
    return found;
}

// The Lease defaults to the pod's namespace, as in client-go.
void find_election_namespace(election_options& o) {
    if (!o.enabled || !o.ns.empty()) return;
    auto found = pod_namespace();
    if (!found)
        throw fault(errc::bad_config,
                    fmt::format("--leader-election-namespace: not given, and {}", found.error().message));
    o.ns = std::move(*found);
}

// A refused certificate stays refused, so the program fails; an unreachable server may come back.
awaitable<void> first_contact(connection& to_cluster, logger log) {
    auto reached = co_await to_cluster.probe();
    if (reached) co_return;
    if (reached.error().code == errc::bad_config) throw fault(reached.error());
    log.warn("The API server cannot be reached; retrying", {{"error", reached.error().to_string()}});
}

// Outlives the manager's last calls, which release the Lease and write the last events.
awaitable<void> run_with_credentials(manager& m, connection& to_cluster) {
    task_scope beside(m.event_loop(), "credentials");
    beside.spawn("credentials", to_cluster.keep_credentials());
    std::exception_ptr failure;
    try {
        co_await m.run();
    } catch (...) {
        failure = std::current_exception();
    }
    cancel_scope shield(m.event_loop(), never, true);
    beside.request_stop();
    co_await beside.join();
    if (failure) std::rethrow_exception(failure);
}

// A manager with the declarations of `set_up` and no cluster.
struct unconnected {
    unconnected(const manager_options& options, const std::function<void(manager&)>& set_up)
        : m(l, nowhere, logger(sink, time), measured, options) {
        set_up(m);
    }
    virtual_clock time;
    random_source random{0};
    loop l{time, random};
    null_sink sink;
    prometheus::Registry registry;
    metrics measured{registry};
    disconnected_client nowhere;
    manager m;
};

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
    manifests_ = std::make_unique<manifest_request>();
    replay_ = std::make_unique<replay_request>();
    declare_flags();
}

program::~program() = default;

int program::run(int argc, char** argv, std::function<void(manager&)> set_up) {
    if (const int done = parse(argc, argv); done >= 0) return done;
    arguments_.assign(argv + std::min(argc, 1), argv + argc);
    try {
        if (flags_->got_subcommand("replay")) return replay(set_up);
        if (flags_->got_subcommand("manifests")) return print_manifests(set_up);
        const bool prints = print_.crd || print_.rbac || print_.webhooks || print_.sample;
        return prints ? print(set_up) : operate(set_up);
    } catch (const fault& f) {
        std::cerr << options_.name << ": " << f.what() << '\n';
        return code(f.why().code == errc::bad_config ? exit_code::bad_usage : exit_code::failed);
    } catch (const std::exception& e) {
        std::cerr << options_.name << ": " << e.what() << '\n';
        return code(exit_code::failed);
    }
}

program& program::add_sample(boost::json::object object) {
    object.erase("status");  // the operator writes it
    if (samples_.empty())
        flags_->add_flag("--print-sample", print_.sample, "Print a sample object and exit")
            ->group("Manifests");
    samples_.push_back(std::move(object));
    return *this;
}

int program::print(const std::function<void(manager&)>& set_up) const {
    unconnected held(options_, set_up);
    const manager& declared = held.m;
    std::vector<boost::json::object> documents;
    if (print_.crd)
        for (auto& crd : declared.crds()) documents.push_back(std::move(crd));
    if (print_.rbac) {
        for (auto& role : declared.roles(options_.namespaces)) documents.push_back(std::move(role));
    }
    if (print_.webhooks)
        for (auto& one : declared.webhook_configurations()) documents.push_back(std::move(one));
    // Samples come last: `kubectl apply -f -` creates objects in this order, and a sample needs its
    // definition.
    if (print_.sample) documents.insert(documents.end(), samples_.begin(), samples_.end());
    print_documents(documents);
    return code(exit_code::ok);
}

int program::print_manifests(const std::function<void(manager&)>& set_up) {
    auto settings = settings_of(*manifests_, options_, *flags_);
    if (!settings) throw fault(settings.error());
    const unconnected held(options_, set_up);
    settings->webhooks = !held.m.webhook_host_name().empty();
    if (settings->by_cert_manager && !settings->webhooks)
        throw fault(error(errc::bad_config, "--certificates: this program has no webhooks"));
    const std::vector<manifest_part> parts = manifest_parts(held.m, *settings, samples_);
    if (manifests_->output == "-") {
        std::cout << install_text(parts, options_, *settings);
        return code(exit_code::ok);
    }
    std::vector<manifest_file> files = manifest_tree(parts, options_, *settings);
    for (manifest_file& f : manifest_chart(parts, options_, *settings, description_))
        files.push_back(std::move(f));
    const auto written = write_manifests(files, manifests_->output, options_.name, manifests_->overwrite);
    if (!written) throw fault(written.error());
    std::cerr << fmt::format("Wrote {} files. To install: kubectl apply -k {}/default\n", files.size(),
                             manifests_->output);
    return code(exit_code::ok);
}

// The recorded command line gives the values of the operator's own flags.
int program::replay(const std::function<void(manager&)>& set_up) {
    const replay_request what = *replay_;
    auto recorded = recording_of(what);
    if (!recorded) throw fault(recorded.error());
    std::vector<std::string> arguments = recorded->header().arguments;
    arguments.insert(arguments.begin(), options_.name);
    std::vector<char*> argv;
    argv.reserve(arguments.size());
    for (std::string& one : arguments) argv.push_back(one.data());
    flags_->clear();
    if (const int done = parse(static_cast<int>(argv.size()), argv.data()); done >= 0) return done;
    return code(run_replay(*recorded, what, options_.json_log, set_up) ? exit_code::ok : exit_code::failed);
}

int program::operate(const std::function<void(manager&)>& set_up) {
    mask_signals(SIG_BLOCK, options_.flight_recorder.enabled);
    real_clock time;
    random_source random(random_source::system_seed());
    std::unique_ptr<log_sink> sink;
    if (options_.json_log)
        sink = std::make_unique<json_sink>(std::cerr);
    else
        sink = std::make_unique<text_sink>(std::cerr);
    sink->level = options_.level;
    const logger log(*sink, time);

    find_election_namespace(options_.election);
    if (auto found = pod_namespace(); found && options_.webhooks.ns.empty())
        options_.webhooks.ns = std::move(*found);
    if (const auto taken = take_environment(options_.traces, system_sources().getenv); !taken)
        log.warn("A variable of the environment is ignored", {{"error", taken.error().message}});
    auto config = load_config({options_.kubeconfig, options_.context}, system_sources(), time.wall_now());
    if (!config) throw fault(config.error());
    prometheus::Registry registry;
    metrics m(registry);
    m.gauge("setpoint_build_info", {{"version", SETPOINT_VERSION}, {"program", options_.name}}).Set(1);
    loop l(time, random);
    loop_monitor watch(m, log);
    l.observe(&watch);
    connection to_cluster(l, *config, options_.name, log, m);
    log.info("Starting", {{"program", options_.name},
                          {"version", SETPOINT_VERSION},
                          {"server", config->server.authority()},
                          {"config", config->description}});

    if (options_.flight_recorder.enabled) {
        run_recorded({l, *sink, log, m, watch, to_cluster, *config, options_, arguments_,
                      [&] { return first_contact(to_cluster, log); }},
                     set_up);
        log.info("Stopped");
        return code(exit_code::ok);
    }
    manager running(l, to_cluster.client(), log, m, options_);
    set_up(running);
    running.add_runnable("first contact", [&] { return first_contact(to_cluster, log); });
    const signals on_signal(l, running, log);
    mask_signals(SIG_UNBLOCK);
    run_to_end(l, "manager", run_with_credentials(running, to_cluster));
    log.info("Stopped");
    return code(exit_code::ok);
}

int run(int argc, char** argv, std::string name, std::string description,
        std::function<void(manager&)> set_up) {
    program p(std::move(name), std::move(description));
    return p.run(argc, argv, std::move(set_up));
}

}}  // namespace setpoint::v0
