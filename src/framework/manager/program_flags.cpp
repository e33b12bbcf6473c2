// The flags that every operator has.
#include "framework/manager/manifest_command.hpp"
#include "framework/manager/replay_command.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/manager/program.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <iostream>

namespace setpoint { inline namespace v0 {

namespace {

duration duration_of(std::string_view flag, const std::string& text) {
    const auto d = go_duration::parse(text);
    if (!d || d->value() <= duration::zero())
        throw CLI::ValidationError(fmt::format("{}: \"{}\" is not a duration such as 25s", flag, text));
    return d->value();
}

void declare_cluster_flags(CLI::App& f, manager_options& o) {
    f.add_option("--kubeconfig", o.kubeconfig,
                 "Kubeconfig file. Default: $KUBECONFIG, the pod's service account, ~/.kube/config")
        ->type_name("FILE")
        ->group("Cluster");
    f.add_option("--context", o.context, "Context of the kubeconfig. Default: its current context")
        ->type_name("NAME")
        ->group("Cluster");
    f.add_option("--namespace", o.namespaces,
                 "Namespace to work in; repeat the flag for several. Default: all namespaces")
        ->type_name("NAME")
        ->allow_extra_args(false)
        ->group("Cluster");
}

void declare_serving_flags(CLI::App& f, manager_options& o) {
    f.add_option("--metrics-bind-address", o.metrics_address, "Address of /metrics; 0 turns it off")
        ->type_name("ADDRESS")
        ->capture_default_str()
        ->group("Serving");
    auto* const secure = f.add_flag("--metrics-secure", o.metrics_secure,
                                    "Serve /metrics over TLS, only to clients authorized by the API server")
                             ->group("Serving");
    f.add_option("--metrics-cert-dir", o.metrics_cert_dir,
                 "Directory with tls.crt and tls.key for /metrics. Default: a self-signed certificate")
        ->type_name("DIR")
        ->needs(secure)
        ->group("Serving");
    f.add_option("--metrics-cert-file", o.metrics_cert_file,
                 "Certificate for /metrics, instead of --metrics-cert-dir")
        ->type_name("FILE")
        ->needs(secure)
        ->group("Serving");
    f.add_option("--metrics-key-file", o.metrics_key_file, "Private key of --metrics-cert-file")
        ->type_name("FILE")
        ->needs(secure)
        ->group("Serving");
    f.add_option("--health-probe-bind-address", o.health_address,
                 "Address of /healthz and /readyz; 0 turns them off")
        ->type_name("ADDRESS")
        ->capture_default_str()
        ->group("Serving");
    f.add_flag("--debug-endpoint", o.debug_endpoint,
               "Serve /debug next to the probes: a live page of every part; as JSON at /debug/setpoint")
        ->group("Serving");
}

void declare_trace_flags(CLI::App& f, trace_options& o) {
    f.add_option("--otlp-endpoint", o.endpoint,
                 "Export traces of reconciles to this OpenTelemetry collector: http://HOST:4318. "
                 "Default: $OTEL_EXPORTER_OTLP_ENDPOINT, or no traces")
        ->type_name("URL")
        ->group("Tracing");
    f.add_option("--trace-sample", o.sample,
                 "Share of the new traces that is recorded, from 0 to 1. Default: 1")
        ->type_name("RATIO")
        ->group("Tracing");
    f.add_option("--trace-annotation", o.annotation,
                 "Annotation of objects with the traceparent of the change, which their reconciles continue")
        ->type_name("KEY")
        ->capture_default_str()
        ->group("Tracing");
}

void declare_recorder_flags(CLI::App& f, recorder_flags& r) {
    const char* const group = "Flight recorder";
    auto* const on =
        f.add_flag("--flight-recorder", r.enabled,
                   "Record answers and time in memory, for `setpoint replay`; SIGUSR1 writes them to a file")
            ->group(group);
    f.add_option("--flight-recorder-dir", r.dir, "Directory of these files. Default: $TMPDIR, or /tmp")
        ->type_name("DIR")
        ->needs(on)
        ->group(group);
    f.add_option("--flight-recorder-memory", r.mebibytes,
                 "Limit in MiB; the recording contains the beginning of the run")
        ->type_name("N")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str()
        ->needs(on)
        ->group(group);
    f.add_option(
         "--flight-recorder-on-failure", r.on_failure,
         "Also write a file when \"CONTROLLER NAMESPACE/NAME: ERROR\" of a failed reconcile contains this")
        ->type_name("REGEX")
        ->needs(on)
        ->group(group);
}

}  // namespace

void program::declare_flags() {
    CLI::App& f = *flags_;
    f.get_formatter()->column_width(42);
    f.set_version_flag("--version", options_.name + " " SETPOINT_VERSION, "Print the version and exit");
    f.set_help_flag("-h,--help", "Print this help and exit");
    declare_cluster_flags(f, options_);
    declare_serving_flags(f, options_);
    f.add_flag("--streaming-lists", options_.streaming_lists,
               "Request lists as watches (WatchList), which costs the API server less memory")
        ->group("Running");
    f.add_option("--max-concurrent-reconciles", options_.max_concurrent_reconciles,
                 "Concurrent reconciles of each controller. Default: 4")
        ->type_name("N")
        ->check(CLI::Range(1, 1000))
        ->group("Running");
    f.add_flag("--pause-all", options_.pause_all,
               "Reconcile nothing but deletions, as if each object had the annotation GROUP/paused")
        ->group("Running");
    f.add_flag_callback(
         "--no-loop-breaker", [this] { options_.loop_breaker = false; },
         "Do not slow objects whose reconciles wake themselves or fight with another client")
        ->group("Running");
    declare_webhook_flags();
    declare_election_flags();
    declare_recorder_flags(f, options_.flight_recorder);
    declare_replay(f, *replay_);
    f.add_option("--shutdown-timeout", shutdown_timeout_,
                 "Time limit for an orderly stop; keep it below the pod's termination grace period")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Running");
    declare_trace_flags(f, options_.traces);
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
    declare_manifests(f, *manifests_, options_.name);
    f.add_flag("--print-webhooks", print_.webhooks, "Print the webhook configurations and exit")
        ->group("Manifests");
}

void program::declare_webhook_flags() {
    webhook_options& o = options_.webhooks;
    const auto add = [&](const char* name, std::string& value, const char* type, const char* help) {
        flags_->add_option(name, value, help)->type_name(type)->group("Webhooks");
    };
    flags_->add_option("--webhook-port", webhook_port_, "Port of the webhooks, over TLS; 0 turns them off")
        ->type_name("PORT")
        ->check(CLI::Range(0, UINT16_MAX))
        ->capture_default_str()
        ->group("Webhooks");
    add("--webhook-cert-dir", o.cert_dir, "DIR",
        "Directory with tls.crt and tls.key. Default: made by the program and kept in a Secret");
    add("--webhook-client-ca-file", o.client_ca_file, "FILE",
        "Accept only callers with a certificate from these CAs");
    add("--webhook-service", o.service, "NAME",
        "Service through which the API server calls. Default: <program>-webhook");
    add("--webhook-namespace", o.ns, "NAME",
        "Namespace of that Service and of the Secret. Default: the pod's namespace");
    add("--webhook-url", o.url, "URL",
        "Register the webhooks at https://HOST:PORT instead, for a program outside of the cluster");
}

void program::take_webhook_flags() {
    webhook_options& o = options_.webhooks;
    o.address = webhook_port_ == 0 ? "0" : fmt::format(":{}", webhook_port_);
    if (const auto valid = validate(o); !valid) throw CLI::ValidationError(valid.error().message);
}

void program::declare_election_flags() {
    election_options& o = options_.election;
    const char* const group = "Leader election";
    CLI::App& f = *flags_;
    f.add_flag("--leader-elect", o.enabled,
               "Reconcile only while holding a Lease, so that one instance at a time is active")
        ->group(group);
    f.add_option("--leader-election-id", o.id, "Name of the Lease. Default: the program's name")
        ->type_name("NAME")
        ->group(group);
    f.add_option("--leader-election-namespace", o.ns, "Namespace of the Lease. Default: the pod's namespace")
        ->type_name("NAME")
        ->group(group);
    const auto duration_flag = [&](const char* name, std::string& value, const char* help) {
        f.add_option(name, value, help)->type_name("DURATION")->capture_default_str()->group(group);
    };
    duration_flag("--leader-election-lease-duration", lease_duration_,
                  "How long standbys wait after the leader's last renewal; whole seconds");
    duration_flag("--leader-election-renew-deadline", renew_deadline_,
                  "A leader that cannot renew for this long stops writing");
    duration_flag("--leader-election-retry-period", retry_period_,
                  "How often the leader renews the Lease and standbys read it");
    f.add_option("--leader-election-on-loss", on_loss_,
                 "exit: exit with code 1; standby: stop the controllers and stand by again")
        ->type_name("WHAT")
        ->check(CLI::IsMember({"exit", "standby"}))
        ->capture_default_str()
        ->group(group);
}

void program::take_election_flags() {
    election_options& o = options_.election;
    o.lease_duration = duration_of("--leader-election-lease-duration", lease_duration_);
    o.renew_deadline = duration_of("--leader-election-renew-deadline", renew_deadline_);
    o.retry_period = duration_of("--leader-election-retry-period", retry_period_);
    o.on_loss = on_loss_ == "standby" ? on_lost_lease::stand_by : on_lost_lease::exit;
    if (const auto valid = validate(o); !valid) throw CLI::ValidationError(valid.error().message);
}

int program::parse(int argc, char** argv) {
    try {
        flags_->parse(argc, argv);
        if (!setpoint::parse(level_, options_.level)) {
            throw CLI::ValidationError("--log-level: \"" + level_ +
                                       "\" is invalid; use trace, debug, info, warn, error or off");
        }
        options_.shutdown_timeout = duration_of("--shutdown-timeout", shutdown_timeout_);
        take_election_flags();
        take_webhook_flags();
        if (const auto valid = validate(options_.traces); !valid)
            throw CLI::ValidationError(valid.error().message);
        options_.json_log = format_ == "json";
    } catch (const CLI::ParseError& e) {
        const bool asked = e.get_exit_code() == 0;
        flags_->exit(e, std::cout, std::cerr);
        if (!asked) std::cerr << "Run with --help for more information.\n";
        return static_cast<int>(asked ? exit_code::ok : exit_code::bad_usage);
    }
    return -1;
}

}}  // namespace setpoint::v0
