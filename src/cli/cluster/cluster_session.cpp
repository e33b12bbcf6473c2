#include "cli/cluster/cluster_session.hpp"

#include "setpoint/core/task_scope.hpp"

#include <CLI/CLI.hpp>

#include <iostream>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

awaitable<void> keep(awaitable<result<>> body, result<>& outcome) {
    outcome = co_await std::move(body);
}

}  // namespace

void declare_cluster(CLI::App& app, cluster_flags& flags) {
    app.add_option("--kubeconfig", flags.kubeconfig,
                   "Kubeconfig file. Default: $KUBECONFIG, or ~/.kube/config")
        ->type_name("FILE")
        ->group("Cluster");
    app.add_option("--context", flags.context, "Context of the kubeconfig. Default: its current context")
        ->type_name("NAME")
        ->group("Cluster");
}

cluster_session::cluster_session(const cluster_flags& flags)
    : random_(random_source::system_seed()), sink_(std::cerr), log_(sink_, time_), loop_(time_, random_) {
    sink_.level = log_level::warn;
    auto config = load_config({flags.kubeconfig, flags.context}, system_sources(), time_.wall_now());
    if (!config) throw fault(config.error());
    api_client_options o;
    o.name = "setpoint";
    connection_ =
        std::make_unique<api_connection>(loop_, std::move(*config), system_sources(), log_, std::move(o));
}

void cluster_session::run(awaitable<result<>> body) {
    result<> outcome;
    run_to_end(loop_, "command", keep(std::move(body), outcome));
    if (outcome) return;
    error why = explain(connection_->config(), outcome.error());
    if (why.code == errc::unreachable || why.code == errc::timeout)
        why.message += "; is the cluster running? --kubeconfig and --context choose another one";
    throw fault(std::move(why));
}

}}}  // namespace setpoint::v0::cli
