#include "cli/apiserver_command.hpp"

#include "cli/admission_flags.hpp"
#include "cli/apiserver_service.hpp"
#include "cli/data_command.hpp"
#include "setpoint/api/kubernetes_version.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/ip_text.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

duration parsed(const std::string& text, std::string_view flag, duration least) {
    const auto d = go_duration::parse(text);
    if (!d || d->value() < least)
        throw fault(errc::bad_config, fmt::format("{}: \"{}\" is not a duration such as 5m", flag, text));
    return d->value();
}

bool is_loopback(const std::string& host) {
    const auto address = parse_ip(host);
    return address && address->is_loopback();
}

http::listen_address address(const std::string& host, std::uint16_t port) {
    const bool bare_v6 = host.find(':') != std::string::npos && !host.starts_with('[');
    const std::string text = bare_v6 ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
    const auto at = http::parse_listen_address(text, "--bind-address");
    if (!at) throw fault(at.error());
    return *at;
}

}  // namespace

apiserver_command::apiserver_command(CLI::App& parent)
    : app_(parent.add_subcommand("apiserver",
                                 "Run an embedded Kubernetes API server with its controllers and "
                                 "fake nodes; without --data, all objects are kept in memory only")) {
    CLI::App& f = *app_;
    f.get_formatter()->column_width(38);
    f.set_help_flag("-h,--help", "Print this help and exit");
    declare_serving(f);
    declare_content(f);
    declare_data(f);
    declare_admission(f);
    declare_access(f);
    declare_audit(f);
    declare_logging(f);
}

void apiserver_command::declare_serving(CLI::App& f) {
    f.add_option("--bind-address", bind_address_,
                 "Address to listen on. Clients are not authenticated without --authorization-mode")
        ->type_name("ADDRESS")
        ->capture_default_str()
        ->group("Serving");
    f.add_option("--port", port_, "Port to listen on; 0 chooses a free one")
        ->type_name("N")
        ->capture_default_str()
        ->group("Serving");
    f.add_flag("--insecure-http", insecure_http_, "Serve HTTP instead of HTTPS, only on a loopback address")
        ->group("Serving");
    f.add_option("--write-kubeconfig", kubeconfig_,
                 "Write a kubeconfig to this file once the server is ready. A file that this command did not "
                 "write is not replaced, and is an error")
        ->type_name("FILE")
        ->take_last()
        ->group("Serving");
    f.add_flag(
         "--control", control_,
         "Read commands from standard input, one JSON object a line, and answer them on standard output: "
         "faults, snapshots, definitions. The server ends when standard input ends")
        ->group("Serving");
    f.add_option("--max-connections", max_connections_,
                 "Maximum number of connections; each watch takes one with HTTP/1.1")
        ->type_name("N")
        ->check(CLI::Range(16, 100000))
        ->capture_default_str()
        ->group("Serving");
}

void apiserver_command::declare_content(CLI::App& f) {
    constexpr auto names = apiserver::background_controllers::names;
    f.add_option(
         "--kubernetes-version", emulated_version_,
         fmt::format("Behave as kube-apiserver --emulated-version does: the kinds and features of 1.{} "
                     "or 1.{}",
                     kubernetes_minor, previous_kubernetes_minor))
        ->type_name("VERSION")
        ->default_str(std::string(kubernetes_version))
        ->take_last()
        ->group("Content");
    f.add_option("--without", without_, "Controllers to disable, separated by commas")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())))
        ->group("Content");
    f.add_option("--history", history_, "Keep old revisions for watches and lists for this long")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Content");
    f.add_option(
         "--snapshot", snapshot_,
         "Start with the objects of this file, of `setpoint snapshot save` or of `kubectl get -o yaml`, or "
         "of a folder with such files")
        ->type_name("FILE")
        ->take_last()
        ->group("Content");
    f.add_option("--nodes", nodes_, "Number of fake nodes, which run no containers")
        ->type_name("N")
        ->check(CLI::Range(0, 10000))
        ->capture_default_str()
        ->group("Content");
    f.add_option("--pod-start-delay", start_delay_, "Time from binding a pod to Running")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Content");
    f.add_option("--pod-ready-delay", ready_delay_, "Time from Running to Ready")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Content");
    f.add_option("--job-run-time", job_time_, "Time that pods of Jobs run before they finish")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Content");
    f.add_option("--pod-stop-delay", stop_delay_, "Time from the deletion of a pod to its removal")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Content");
    f.add_option(
         "--record-rbac", record_rbac_,
         "Keep the smallest ClusterRole that allows all requests so far, except kubectl's, in this file")
        ->type_name("FILE")
        ->group("Content");
}

void apiserver_command::declare_data(CLI::App& f) {
    CLI::Option* const data =
        f.add_option(
             "--data", data_folder_,
             "Keep all objects in this folder, which is created if it is missing: a write is answered "
             "when it is on the disk, and the next start continues")
            ->type_name("DIR")
            ->take_last()
            ->group("Data");
    CLI::Option* const check =
        f.add_flag("--check", checks_data_,
                   "Read all that is in the folder of --data, report what is damaged and exit; 1: damaged")
            ->needs(data)
            ->group("Data");
    f.add_flag("--export", exports_data_,
               "Write all objects in the folder of --data to standard output, as a List in JSON, and exit; "
               "1: some cannot be read")
        ->needs(data)
        ->excludes(check)
        ->group("Data");
    f.get_option("--control")->excludes("--check")->excludes("--export");
}

void apiserver_command::declare_admission(CLI::App& f) {
    f.add_option("--enable-admission-plugins", enabled_plugins_,
                 "Admission plugins to run in addition to those that kube-apiserver runs by default")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group("Admission");
    f.add_option("--disable-admission-plugins", disabled_plugins_, "Admission plugins not to run")
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group("Admission");
    f.add_option("--admission-control-config-file", admission_config_,
                 "AdmissionConfiguration with the defaults and the exemptions of PodSecurity")
        ->type_name("FILE")
        ->take_last()
        ->group("Admission");
    f.add_option("--feature-gates", feature_gates_,
                 "Features to turn on or off, of those that change which fields are stored")
        ->type_name("NAME=true,...")
        ->take_last()
        ->group("Admission");
}

void apiserver_command::declare_access(CLI::App& f) {
    f.add_option("--authorization-mode", access_.modes,
                 "Who may do what: Node, RBAC, ABAC, Webhook, AlwaysAllow or AlwaysDeny, in the order in "
                 "which they are asked. Without it every client may do everything")
        ->type_name("MODE,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group("Access");
    f.add_option("--token-auth-file", access_.tokens_file,
                 "Users with tokens: lines of token,user,uid,\"group1,group2\"; needs --authorization-mode")
        ->type_name("FILE")
        ->take_last()
        ->group("Access");
    f.add_option("--client-ca-file", access_.client_ca_file,
                 "CAs in PEM that issue the certificates of users, besides the server's own; needs "
                 "--authorization-mode")
        ->type_name("FILE")
        ->take_last()
        ->group("Access");
    f.add_flag("--enable-bootstrap-token-auth", access_.bootstrap_tokens,
               "Accept the tokens of Secrets of the type bootstrap.kubernetes.io/token")
        ->group("Access");
    f.add_option("--anonymous-auth", access_.anonymous,
                 "Whether a client without credentials is system:anonymous; otherwise its requests are "
                 "answered with 401")
        ->type_name("BOOL")
        ->capture_default_str()
        ->group("Access");
    declare_identity(f, access_.identity);
    declare_authorization(f, access_.authorization);
}

void apiserver_command::declare_audit(CLI::App& f) {
    const auto file = [&f](const char* flag, std::string& to, const char* help) {
        f.add_option(flag, to, help)->type_name("FILE")->take_last()->group("Audit");
    };
    const auto count = [&f](const char* flag, std::int64_t& to, const char* help) {
        f.add_option(flag, to, help)->type_name("N")->capture_default_str()->group("Audit");
    };
    file("--audit-policy-file", audit_.policy_file,
         "Policy of audit.k8s.io/v1: which requests are recorded, and how much of them");
    file("--audit-log-path", audit_.log_path, "Append events to this file; - is the standard output");
    f.add_option("--audit-log-format", audit_.log_format, "Format of the log: json, one event a line")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"json"}))
        ->capture_default_str()
        ->group("Audit");
    count("--audit-log-maxsize", audit_.max_size,
          "Replace the log file before it exceeds this size in MiB; 0: never");
    count("--audit-log-maxbackup", audit_.max_backups, "Keep at most this many replaced files; 0: all");
    count("--audit-log-maxage", audit_.max_age, "Remove replaced files after this many days; 0: never");
    file("--audit-webhook-config-file", audit_.webhook_file, "Kubeconfig of a webhook that gets the events");
    count("--audit-webhook-batch-max-size", audit_.batch_size, "Send at most this many events at a time");
    count("--audit-webhook-batch-buffer-size", audit_.buffer_size,
          "Let at most this many events wait for the webhook; further ones are dropped");
    f.add_option("--audit-webhook-batch-max-wait", audit_.batch_wait,
                 "Send what waits after this time, although the batch is not full")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Audit");
}

apiserver::audit_options apiserver_command::audit() const {
    const bool has_output = !audit_.log_path.empty() || !audit_.webhook_file.empty();
    if (audit_.policy_file.empty() && has_output)
        throw fault(errc::bad_config,
                    "--audit-log-path and --audit-webhook-config-file have no effect without a policy; add "
                    "--audit-policy-file");
    if (!audit_.policy_file.empty() && !has_output)
        throw fault(errc::bad_config,
                    "--audit-policy-file has no effect without a place for the events; add --audit-log-path "
                    "or --audit-webhook-config-file");
    return read_audit(audit_);
}

apiserver::access_options apiserver_command::access() const {
    if (!access_.is_on() && access_.restricts())
        throw fault(errc::bad_config,
                    "--token-auth-file, --client-ca-file, --anonymous-auth, --enable-bootstrap-token-auth, "
                    "--service-account-..., --requestheader-..., --authentication-..., --oidc-..., "
                    "--authorization-policy-file and --authorization-webhook-... "
                    "have no effect without --authorization-mode, since every client may do everything; add "
                    "--authorization-mode RBAC");
    return read_access(access_);
}

apiserver::admission_options apiserver_command::admission() const {
    apiserver::admission_options out;
    out.enable = enabled_plugins_;
    out.disable = disabled_plugins_;
    if (const auto added = add_feature_gates(feature_gates_, out); !added) throw fault(added.error());
    if (!admission_config_.empty())
        if (const auto read = read_admission_config(admission_config_, out); !read) throw fault(read.error());
    return out;
}

void apiserver_command::declare_logging(CLI::App& f) {
    f.add_option("--log-level", level_, "Log level: trace, debug, info, warn, error or off")
        ->type_name("LEVEL")
        ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}))
        ->capture_default_str()
        ->group("Logging");
    f.add_option("--log-format", format_, "Log format: text or json")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"text", "json"}))
        ->capture_default_str()
        ->group("Logging");
}

// Standard input and output have one use each.
void apiserver_command::check_control() const {
    if (!control_) return;
    if (snapshot_ == "-")
        throw fault(errc::bad_config,
                    "--snapshot: standard input is for the commands of --control; name a file");
    if (audit_.log_path == "-")
        throw fault(errc::bad_config,
                    "--audit-log-path: standard output is for the answers of --control; name a file");
}

apiserver_settings apiserver_command::settings() const {
    check_control();
    apiserver_settings s;
    s.at = address(bind_address_, port_);
    s.tls = !insecure_http_;
    s.loopback = is_loopback(s.at.host);
    if (insecure_http_ && !s.loopback)
        throw fault(errc::bad_config,
                    fmt::format("--insecure-http: {} is not a loopback address; anyone on the "
                                "network could read and change everything",
                                bind_address_));
    s.kubeconfig = kubeconfig_;
    s.record_rbac = record_rbac_;
    s.snapshot = snapshot_;
    s.max_connections = max_connections_;
    s.control = control_;
    for (const std::string& name : without_) s.api.run.disable(name);
    s.api.data_folder = data_folder_;
    s.api.history = parsed(history_, "--history", std::chrono::seconds(1));
    s.api.bootstrap_objects = true;
    s.api.emulated_version = emulated_version_;
    s.api.admission = admission();
    s.api.access = access();
    s.api.audit = audit();
    s.api.nodes.count = nodes_;
    s.api.nodes.start_delay = parsed(start_delay_, "--pod-start-delay", duration::zero());
    s.api.nodes.ready_delay = parsed(ready_delay_, "--pod-ready-delay", duration::zero());
    s.api.nodes.job_delay = parsed(job_time_, "--job-run-time", duration::zero());
    s.api.nodes.stop_delay = parsed(stop_delay_, "--pod-stop-delay", duration::zero());
    parse(level_, s.level);
    s.json_log = format_ == "json";
    return s;
}

bool apiserver_command::is_chosen() const {
    return app_->parsed();
}

int apiserver_command::run() {
    if (checks_data_) return check_data(data_folder_);
    if (exports_data_) return export_data(data_folder_);
    return run_apiserver(settings());
}

}}}  // namespace setpoint::v0::cli
