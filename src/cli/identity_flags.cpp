#include "cli/identity_flags.hpp"

#include "cli/file.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

CLI::Option* add_list(CLI::App& f, const char* name, std::vector<std::string>& to, const char* help) {
    return f.add_option(name, to, help)
        ->type_name("NAME,...")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->group("Access");
}

void declare_accounts(CLI::App& f, identity_flags& to) {
    f.add_option(
         "--service-account-signing-key-file", to.signing_key_file,
         "RSA or EC private key in PEM that signs the tokens of service accounts; without it a new one "
         "is made")
        ->type_name("FILE")
        ->take_last()
        ->group("Access");
    f.add_option("--service-account-key-file", to.verifying_key_files,
                 "More keys in PEM whose tokens of service accounts are accepted, as after a change of the "
                 "signing key; may be repeated")
        ->type_name("FILE")
        ->allow_extra_args(false)
        ->group("Access");
    f.add_option("--service-account-issuer", to.issuers,
                 "The issuer of those tokens; further ones are accepted, too. The default is "
                 "https://kubernetes.default.svc.cluster.local")
        ->type_name("URL")
        ->allow_extra_args(false)
        ->group("Access");
    add_list(f, "--api-audiences", to.api_audiences,
             "Audiences of tokens for this server; the default is the issuers");
}

void declare_webhook(CLI::App& f, identity_flags& to) {
    f.add_option("--authentication-token-webhook-config-file", to.webhook_file,
                 "A kubeconfig of a webhook that reviews tokens that nothing else knows")
        ->type_name("FILE")
        ->take_last()
        ->group("Access");
    f.add_option("--authentication-token-webhook-cache-ttl", to.webhook_ttl,
                 "How long its answers are kept; 0s: not at all")
        ->type_name("DURATION")
        ->capture_default_str()
        ->group("Access");
    f.add_option("--authentication-token-webhook-version", to.webhook_version,
                 "The version of the TokenReviews that it gets: v1 or v1beta1")
        ->type_name("VERSION")
        ->capture_default_str()
        ->group("Access");
}

void read_webhook(const identity_flags& flags, apiserver::access_webhook_options& to) {
    constexpr std::string_view flag = "--authentication-token-webhook-config-file";
    to.kubeconfig = secret(read_file_of(flag, flags.webhook_file));
    to.name = flags.webhook_file;
    to.version = flags.webhook_version;
    const auto ttl = go_duration::parse(flags.webhook_ttl);
    if (!ttl || ttl->value() < duration::zero())
        throw fault(
            errc::bad_config,
            fmt::format("--authentication-token-webhook-cache-ttl: \"{}\" is not a duration such as 2m",
                        flags.webhook_ttl));
    to.token_ttl = ttl->value();
}

}  // namespace

bool identity_flags::any_given() const {
    return !signing_key_file.empty() || !verifying_key_files.empty() || !issuers.empty() ||
           !api_audiences.empty() || !proxy_ca_file.empty() || !proxy_names.empty() ||
           !username_headers.empty() || !uid_headers.empty() || !group_headers.empty() ||
           !extra_prefixes.empty() || !config_file.empty() || !webhook_file.empty() || open_id.any_given();
}

void declare_identity(CLI::App& f, identity_flags& to) {
    declare_accounts(f, to);
    f.add_option("--authentication-config", to.config_file,
                 "AuthenticationConfiguration: OpenID providers whose tokens are accepted, and the paths of "
                 "anonymous clients")
        ->type_name("FILE")
        ->take_last()
        ->group("Access");
    declare_open_id(f, to.open_id);
    declare_webhook(f, to);
    f.add_option("--requestheader-client-ca-file", to.proxy_ca_file,
                 "CAs in PEM of the certificates of proxies, which say in headers who the user is")
        ->type_name("FILE")
        ->take_last()
        ->group("Access");
    add_list(f, "--requestheader-allowed-names", to.proxy_names,
             "Common names of those certificates; the default is any");
    add_list(f, "--requestheader-username-headers", to.username_headers,
             "Headers with the user's name, such as X-Remote-User; the first with a value counts");
    add_list(f, "--requestheader-uid-headers", to.uid_headers, "Headers with the user's UID");
    add_list(f, "--requestheader-group-headers", to.group_headers,
             "Headers with the user's groups, such as X-Remote-Group");
    add_list(f, "--requestheader-extra-headers-prefix", to.extra_prefixes,
             "How headers with more about the user begin, such as X-Remote-Extra-");
}

void read_identity(const identity_flags& flags, apiserver::access_options& to) {
    to.signing_key_pem = secret(read_file_of("--service-account-signing-key-file", flags.signing_key_file));
    for (const std::string& file : flags.verifying_key_files)
        to.verifying_keys_pem += read_file_of("--service-account-key-file", file) + "\n";
    to.issuers = flags.issuers;
    to.api_audiences = flags.api_audiences;
    apiserver::front_proxy_options& proxy = to.front_proxy;
    proxy.client_ca_pem = read_file_of("--requestheader-client-ca-file", flags.proxy_ca_file);
    if (flags.proxy_ca_file.empty() &&
        (!flags.proxy_names.empty() || !flags.username_headers.empty() || !flags.uid_headers.empty() ||
         !flags.group_headers.empty() || !flags.extra_prefixes.empty()))
        throw fault(errc::bad_config,
                    "--requestheader-...: no headers count without the CAs of the proxies: add "
                    "--requestheader-client-ca-file");
    proxy.allowed_names = flags.proxy_names;
    proxy.username_headers = flags.username_headers;
    proxy.uid_headers = flags.uid_headers;
    proxy.group_headers = flags.group_headers;
    proxy.extra_prefixes = flags.extra_prefixes;
    to.authentication_config = read_file_of("--authentication-config", flags.config_file);
    if (!flags.config_file.empty()) to.authentication_config_name = flags.config_file;
    // An empty file is not the absence of a configuration.
    if (!flags.config_file.empty() && to.authentication_config.empty())
        throw fault(errc::bad_config, fmt::format("--authentication-config: {} is empty", flags.config_file));
    to.open_id = read_open_id(flags.open_id);
    read_webhook(flags, to.token_webhook);
}

}}}  // namespace setpoint::v0::cli
