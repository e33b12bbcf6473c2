#include "cli/top/top_command.hpp"

#include "cli/top/top_service.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr std::string_view top_explanation =
    "Reads /debug/setpoint, which an operator serves next to its probes with --debug-endpoint. On a terminal "
    "the\n"
    "tables are drawn again at each interval; otherwise they are printed once. TARGET is one of\n"
    "  http://localhost:8081  a URL, with the path of a proxy if there is one\n"
    "  deployment/NAME        an object that kubectl port-forward takes; a NAME alone is a pod\n"
    "With -o json, one document a line is printed at each interval.\n"
    "  setpoint top deployment/webserver-operator -n operators";

duration parsed_interval(const std::string& text) {
    const auto d = go_duration::parse(text);
    if (!d || d->value() < std::chrono::milliseconds(200))
        throw fault(errc::bad_config,
                    fmt::format("--interval: \"{}\" is not a duration of at least 200ms, such as 2s", text));
    return d->value();
}

}  // namespace

top_command::top_command(CLI::App& parent)
    : app_(parent.add_subcommand("top",
                                 "Show an operator's controllers, queues, informers and last "
                                 "reconciles, live")) {
    app_->get_formatter()->column_width(26);
    app_->set_help_flag("-h,--help", "Print this help and exit");
    app_->add_option("TARGET", target_, "A URL or an object of the cluster")
        ->type_name("")
        ->capture_default_str();
    app_->add_flag("--once", once_, "Print the state once and exit");
    app_->add_option("-o,--output", output_, "What to print")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"table", "json"}))
        ->capture_default_str();
    app_->add_option("--interval", interval_, "Time between two reads")
        ->type_name("DURATION")
        ->capture_default_str();
    app_->add_option("--port", port_, "With an object: the port of its pod's probes")
        ->type_name("N")
        ->check(CLI::Range(1, 65535))
        ->capture_default_str();
    app_->add_option("-n,--namespace", ns_, "With an object: its namespace. Default: that of the context")
        ->type_name("NAME");
    declare_cluster(*app_, cluster_);
    app_->footer(std::string(top_explanation));
}

bool top_command::is_chosen() const {
    return app_->parsed();
}

int top_command::run() {
    top_settings s;
    auto target = parse_top_target(target_);
    if (!target) throw fault(target.error());
    s.target = std::move(*target);
    if (s.target.object.empty() && !(ns_.empty() && cluster_.context.empty() && cluster_.kubeconfig.empty()))
        throw fault(
            errc::bad_config,
            "--namespace, --context and --kubeconfig need an object, such as deployment/site-operator");
    s.forward = {s.target.object, std::to_string(port_), cluster_.kubeconfig, cluster_.context, ns_};
    s.once = once_;
    s.json = output_ == "json";
    s.interval = parsed_interval(interval_);
    show_top(s);
    return static_cast<int>(exit_code::ok);
}

}}}  // namespace setpoint::v0::cli
