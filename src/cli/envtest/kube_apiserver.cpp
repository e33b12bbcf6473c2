#include "cli/access_flags.hpp"
#include "cli/admission_flags.hpp"
#include "cli/api_host.hpp"
#include "cli/audit_flags.hpp"
#include "cli/envtest/personality.hpp"
#include "cli/envtest/program_flags.hpp"
#include "cli/file.hpp"
#include "cli/flag_text.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

// What envtest passes in any case: ignored silently.
constexpr std::array<std::string_view, 12> expected = {"allow-privileged",
                                                       "etcd-servers",
                                                       "etcd-prefix",
                                                       "service-account-issuer",
                                                       "service-account-key-file",
                                                       "service-account-signing-key-file",
                                                       "service-cluster-ip-range",
                                                       "storage-backend",
                                                       "kubelet-preferred-address-types",
                                                       "profiling",
                                                       "v",
                                                       "api-audiences"};

std::uint16_t port_in(const std::string& text) {
    std::uint16_t port = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (ec != std::errc() || end != text.data() + text.size())
        throw fault(errc::bad_config, fmt::format("--secure-port: \"{}\" is not a port", text));
    return port;
}

void use_pair(apiserver_settings& s, const std::string& cert_file, const std::string& key_file) {
    auto cert = read_file(cert_file), key = read_file(key_file);
    if (!cert) throw fault(cert.error().within("the server's certificate"));
    if (!key) throw fault(key.error().within("the server's key"));
    http::certificate pair{std::move(*cert), secret(std::move(*key))};
    if (const auto usable = http::make_server_tls(pair.cert_pem, pair.key_pem); !usable)
        throw fault(usable.error().within(cert_file));
    s.certificate = std::move(pair);
}

void make_pair(const std::string& host, const std::string& folder, const std::string& cert_file,
               const std::string& key_file) {
    std::error_code ignored;  // writing reports it
    std::filesystem::create_directories(folder, ignored);
    random_source random(random_source::system_seed());
    const host_certificates made = make_host_certificates(host, real_clock().wall_now(), random);
    for (const result<>& written : {write_file(cert_file, made.server.cert_pem + made.ca.cert_pem, 0644),
                                    write_file(key_file, made.server.key_pem.reveal(), 0600)})
        if (!written) throw fault(written.error());
}

bool exists(const std::string& file) {
    std::error_code failed;  // a folder that cannot be entered: reading the file reports it
    return std::filesystem::exists(file, failed) || failed;
}

// The pair of --tls-cert-file, or of --cert-dir, where one is made if there is none, as kube-apiserver does.
void choose_certificate(program_flags& flags, apiserver_settings& s) {
    const auto cert = flags.take_text("tls-cert-file"), key = flags.take_text("tls-private-key-file"),
               folder = flags.take_text("cert-dir");
    // An empty value is the default of all three.
    const bool has_file = cert && !cert->empty(), has_key_file = key && !key->empty();
    if (has_file != has_key_file)
        throw fault(errc::bad_config,
                    fmt::format("--tls-cert-file and --tls-private-key-file belong together: "
                                "give --{} too",
                                has_file ? "tls-private-key-file" : "tls-cert-file"));
    if (has_file) return use_pair(s, *cert, *key);
    if (!folder || folder->empty()) return;
    const std::string cert_file = *folder + "/apiserver.crt", key_file = *folder + "/apiserver.key";
    const bool has_cert = exists(cert_file), has_key = exists(key_file);
    if (has_cert != has_key)
        throw fault(errc::bad_config,
                    fmt::format("--cert-dir: {} has {} without {}: add it, or remove both and they are made",
                                *folder, has_cert ? "apiserver.crt" : "apiserver.key",
                                has_cert ? "apiserver.key" : "apiserver.crt"));
    if (!has_cert) make_pair(s.at.host, *folder, cert_file, key_file);
    use_pair(s, cert_file, key_file);
}

// envtest passes --disable-admission-plugins=ServiceAccount.
void choose_admission(program_flags& flags, apiserver::admission_options& to) {
    to.enable = plugin_names(flags.take_text("enable-admission-plugins").value_or(""));
    to.disable = plugin_names(flags.take_text("disable-admission-plugins").value_or(""));
    const std::string gates = flags.take_text("feature-gates").value_or("");
    if (const auto added = add_feature_gates(gates, to); !added) throw fault(added.error());
    const std::string file = flags.take_text("admission-control-config-file").value_or("");
    if (file.empty()) return;
    if (const auto read = read_admission_config(file, to); !read) throw fault(read.error());
}

// Values such as "1.36", or "kube=1.36" beside other components; the last counts.
std::string take_emulated_version(program_flags& flags) {
    constexpr std::string_view component = "kube=";
    std::string out;
    for (const std::string& value : flags.take_all("emulated-version"))
        for (const std::string& each : plugin_names(value))
            if (each.starts_with(component))
                out = each.substr(component.size());
            else if (each.find('=') == std::string::npos)
                out = each;
    return out;
}

bool take_bool(program_flags& flags, const std::string& name, bool otherwise) {
    const auto text = flags.take(name);
    if (!text) return otherwise;
    const auto value = parse_bool(*text);
    if (!value) throw fault(errc::bad_config, fmt::format("--{}: \"{}\" is not true or false", name, *text));
    return *value;
}

// Values that may be repeated, or separated by commas.
std::vector<std::string> take_list(program_flags& flags, std::string_view name) {
    std::vector<std::string> out;
    for (const std::string& value : flags.take_all(name))
        for (std::string& each : plugin_names(value)) out.push_back(std::move(each));
    return out;
}

open_id_flags take_open_id(program_flags& flags) {
    open_id_flags out;
    const auto text = [&](std::string_view name) { return flags.take_text(fmt::format("oidc-{}", name)); };
    out.issuer_url = text("issuer-url");
    out.client_id = text("client-id");
    out.ca_file = text("ca-file");
    out.username_claim = text("username-claim");
    out.username_prefix = text("username-prefix");
    out.groups_claim = text("groups-claim");
    out.groups_prefix = text("groups-prefix");
    out.required_claims = flags.take_all("oidc-required-claim");
    out.signing_algorithms = take_list(flags, "oidc-signing-algs");
    return out;
}

identity_flags take_identity(program_flags& flags) {
    identity_flags out;
    out.signing_key_file = flags.take_text("service-account-signing-key-file").value_or("");
    out.verifying_key_files = flags.take_all("service-account-key-file");
    out.issuers = flags.take_all("service-account-issuer");
    out.api_audiences = take_list(flags, "api-audiences");
    out.proxy_ca_file = flags.take_text("requestheader-client-ca-file").value_or("");
    out.proxy_names = take_list(flags, "requestheader-allowed-names");
    out.username_headers = take_list(flags, "requestheader-username-headers");
    out.uid_headers = take_list(flags, "requestheader-uid-headers");
    out.group_headers = take_list(flags, "requestheader-group-headers");
    out.extra_prefixes = take_list(flags, "requestheader-extra-headers-prefix");
    out.config_file = flags.take_text("authentication-config").value_or("");
    out.webhook_file = flags.take_text("authentication-token-webhook-config-file").value_or("");
    out.webhook_ttl = flags.take_text("authentication-token-webhook-cache-ttl").value_or(out.webhook_ttl);
    out.webhook_version =
        flags.take_text("authentication-token-webhook-version").value_or(out.webhook_version);
    out.open_id = take_open_id(flags);
    return out;
}

// Without RBAC or another authorizer that decides, and without a flag that keeps clients out, every client is
// the administrator; other flags of access are then among those without effect.
void choose_access(program_flags& flags, apiserver::access_options& to) {
    access_flags given;
    given.modes = plugin_names(flags.take_text("authorization-mode").value_or(""));
    given.authorization.config_file = flags.take_text("authorization-config").value_or("");
    given.tokens_file = flags.take_text("token-auth-file").value_or("");
    given.anonymous = take_bool(flags, "anonymous-auth", true);
    given.client_ca_file = flags.take_text("client-ca-file").value_or("");  // envtest always gives it
    if (given.authorization.config_file.empty() && given.modes.empty()) given.modes = {"AlwaysAllow"};
    const bool keeps_out = !given.tokens_file.empty() || !given.anonymous ||
                           flags.has("authentication-config") || flags.has_any("oidc-") ||
                           flags.has("authentication-token-webhook-config-file");
    if (given.modes == std::vector<std::string>{"AlwaysAllow"} && !keeps_out) return;
    given.bootstrap_tokens = take_bool(flags, "enable-bootstrap-token-auth", false);
    given.identity = take_identity(flags);
    const auto webhook = [&](std::string_view name) {
        return flags.take_text(fmt::format("authorization-webhook-{}", name)).value_or("");
    };
    given.authorization.policy_file = flags.take_text("authorization-policy-file").value_or("");
    given.authorization.webhook_file = webhook("config-file");
    given.authorization.webhook_version = webhook("version");
    given.authorization.authorized_ttl = webhook("cache-authorized-ttl");
    given.authorization.unauthorized_ttl = webhook("cache-unauthorized-ttl");
    to = read_access(given);
}

std::int64_t take_count(program_flags& flags, const std::string& name, std::int64_t otherwise) {
    const auto text = flags.take_text(name);
    if (!text) return otherwise;
    std::int64_t out = 0;
    const auto [end, ec] = std::from_chars(text->data(), text->data() + text->size(), out);
    if (ec != std::errc() || end != text->data() + text->size())
        throw fault(errc::bad_config, fmt::format("--{}: \"{}\" is not a number", name, *text));
    return out;
}

// Without a policy nothing is recorded, whatever the other flags are.
void choose_audit(program_flags& flags, apiserver::audit_options& to) {
    audit_flags given;
    given.policy_file = flags.take_text("audit-policy-file").value_or("");
    if (given.policy_file.empty()) return;
    given.log_path = flags.take_text("audit-log-path").value_or("");
    given.log_format = flags.take_text("audit-log-format").value_or(given.log_format);
    given.max_size = take_count(flags, "audit-log-maxsize", given.max_size);
    given.max_backups = take_count(flags, "audit-log-maxbackup", given.max_backups);
    given.max_age = take_count(flags, "audit-log-maxage", given.max_age);
    given.webhook_file = flags.take_text("audit-webhook-config-file").value_or("");
    given.batch_size = take_count(flags, "audit-webhook-batch-max-size", given.batch_size);
    given.buffer_size = take_count(flags, "audit-webhook-batch-buffer-size", given.buffer_size);
    given.batch_wait = flags.take_text("audit-webhook-batch-max-wait").value_or(given.batch_wait);
    to = read_audit(given);
}

}  // namespace

apiserver_settings kube_apiserver_settings(std::span<const std::string> arguments,
                                           std::vector<std::string>& ignored) {
    auto flags = program_flags::parse(arguments, flags_of("kube-apiserver"));
    if (!flags) throw fault(flags.error());
    apiserver_settings s;
    const std::string host = flags->take_text("bind-address").value_or("127.0.0.1");
    const auto address = parse_ip(host);
    if (!address)
        throw fault(errc::bad_config, fmt::format("--bind-address: \"{}\" is not an IP address", host));
    s.at = {host, port_in(flags->take_text("secure-port").value_or("6443"))};
    s.flag = "--secure-port";
    s.loopback = address->is_loopback();
    choose_certificate(*flags, s);
    choose_admission(*flags, s.api.admission);
    s.api.emulated_version = take_emulated_version(*flags);
    choose_access(*flags, s.api.access);
    choose_audit(*flags, s.api.audit);
    if (const auto ttl = flags->take_text("event-ttl")) {
        const auto d = go_duration::parse(*ttl);
        if (!d || d->value() <= duration::zero())
            throw fault(errc::bad_config,
                        fmt::format("--event-ttl: \"{}\" is not a duration such as 1h", *ttl));
        s.api.event_ttl = d->value();
    }
    s.api.bootstrap_objects = true;
    // kube-apiserver runs no controllers and has no nodes.
    s.api.run = {.garbage_collection = false,
                 .namespaces = false,
                 .workloads = false,
                 .addresses = true,
                 .endpoints = false,
                 .nodes = false};
    s.level = log_level::warn;
    for (const std::string_view name : expected) (void)flags->take(name);
    ignored = flags->others();
    return s;
}

}}}  // namespace setpoint::v0::cli
