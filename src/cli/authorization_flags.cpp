#include "cli/authorization_flags.hpp"

#include "cli/file.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

void read_ttl(const std::string& text, std::string_view flag, duration& to) {
    if (text.empty()) return;
    const auto d = go_duration::parse(text);
    if (!d || d->value() < duration::zero())
        throw fault(errc::bad_config, fmt::format("{}: \"{}\" is not a duration such as 5m", flag, text));
    to = d->value();
}

CLI::Option* add(CLI::App& f, const char* name, std::string& to, const char* help, const char* type) {
    return f.add_option(name, to, help)->type_name(type)->take_last()->group("Access");
}

}  // namespace

void declare_authorization(CLI::App& f, authorization_flags& to) {
    add(f, "--authorization-config", to.config_file,
        "AuthorizationConfiguration: authorizers with their settings, instead of --authorization-mode",
        "FILE");
    add(f, "--authorization-policy-file", to.policy_file,
        "Rules of --authorization-mode ABAC, an object in JSON in each line", "FILE");
    add(f, "--authorization-webhook-config-file", to.webhook_file,
        "Kubeconfig of the webhook of --authorization-mode Webhook, which gets a SubjectAccessReview",
        "FILE");
    add(f, "--authorization-webhook-version", to.webhook_version,
        "Version of those reviews: v1 or v1beta1, which is the default", "VERSION");
    add(f, "--authorization-webhook-cache-authorized-ttl", to.authorized_ttl,
        "How long the webhook's answers are kept that allow a request; 5m by default", "DURATION");
    add(f, "--authorization-webhook-cache-unauthorized-ttl", to.unauthorized_ttl,
        "The same for other answers; 30s by default", "DURATION");
}

void read_authorization(const authorization_flags& flags, apiserver::access_options& to) {
    if (!flags.config_file.empty()) {
        to.authorization_config = read_file_of("--authorization-config", flags.config_file);
        to.authorization_config_name = flags.config_file;
        // Otherwise every client could do everything.
        if (to.authorization_config.empty())
            throw fault(errc::bad_config,
                        fmt::format("--authorization-config: {}: authorizers: Required value: at least one "
                                    "authorization mode must be defined",
                                    flags.config_file));
    }
    if (!flags.policy_file.empty()) {
        to.abac_policy = read_file_of("--authorization-policy-file", flags.policy_file);
        to.abac_policy_name = flags.policy_file;
    }
    apiserver::access_webhook_options& webhook = to.authorization_webhook;
    if (flags.webhook_file.empty()) {
        if (!flags.webhook_version.empty() || !flags.authorized_ttl.empty() ||
            !flags.unauthorized_ttl.empty())
            throw fault(errc::bad_config,
                        "--authorization-webhook-...: there is no webhook: add "
                        "--authorization-webhook-config-file");
        return;
    }
    webhook.kubeconfig = secret(read_file_of("--authorization-webhook-config-file", flags.webhook_file));
    webhook.name = flags.webhook_file;
    // An empty file is not the absence of a webhook.
    if (webhook.kubeconfig.empty())
        throw fault(errc::bad_config,
                    fmt::format("--authorization-webhook-config-file: {} is empty", flags.webhook_file));
    if (!flags.webhook_version.empty()) webhook.version = flags.webhook_version;
    read_ttl(flags.authorized_ttl, "--authorization-webhook-cache-authorized-ttl", webhook.authorized_ttl);
    read_ttl(flags.unauthorized_ttl, "--authorization-webhook-cache-unauthorized-ttl",
             webhook.unauthorized_ttl);
}

}}}  // namespace setpoint::v0::cli
