#include "apiserver/authorization/authorization_config.hpp"

#include "apiserver/authorization/authorizer_list.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/request/body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view config_group = "apiserver.config.k8s.io/";

error unusable(std::string why) {
    return {errc::bad_config, std::move(why)};
}

// Why it is not the configuration; empty: it is.
std::string wrong_kind(const bj::value& tree) {
    const bj::object* const o = tree.if_object();
    if (o == nullptr) return "expected an object";
    const std::string_view kind = text_at(*o, "kind"), version = text_at(*o, "apiVersion");
    if (kind.empty()) return "Object 'Kind' is missing";
    if (version.empty()) return "Object 'apiVersion' is missing";
    constexpr std::array<std::string_view, 3> versions{"v1", "v1beta1", "v1alpha1"};
    const bool is_known = version.starts_with(config_group) &&
                          std::ranges::find(versions, version.substr(config_group.size())) != versions.end();
    if (is_known && kind == "AuthorizationConfiguration") return {};
    return fmt::format("no kind {} is registered for version {}", go_text::quoted(kind),
                       go_text::quoted(version));
}

std::string lower_case(std::string_view mode) {
    std::string out(mode);
    std::ranges::transform(
        out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

}  // namespace

std::string configured_authorizer::name() const {
    return webhook ? webhook->settings.name : lower_case(type);
}

namespace {

// Only webhooks have names of their own, as those of flags have none.
std::string wrong_names(const std::vector<listed_authorizer>& all) {
    std::vector<std::string> out;
    for (const listed_authorizer& each : all)
        if (each.type != "Webhook" && each.name != lower_case(each.type))
            out.push_back(fmt::format("expected name {} for authorizer {} instead of {}",
                                      lower_case(each.type), each.type, each.name));
    return joined_errors(out);
}

result<webhook_source> webhook_of_flags(const access_webhook_options& o) {
    if (o.kubeconfig.empty())
        return unusable("authorization-mode Webhook's authorization config file not passed");
    if (o.version != "v1" && o.version != "v1beta1")
        return unusable(fmt::format(
            "unsupported webhook authorizer version {}, supported versions are \"v1\", \"v1beta1\"",
            go_text::quoted(o.version)));
    webhook_source out;
    out.kubeconfig = o.kubeconfig;
    out.kubeconfig_name = o.name;
    out.settings.name = "default";
    out.settings.version = o.version;
    out.settings.authorized_ttl = o.authorized_ttl;
    out.settings.unauthorized_ttl = o.unauthorized_ttl;
    return out;
}

// A configuration file does not contain the policy either.
result<std::vector<configured_authorizer>> with_policy(std::vector<configured_authorizer> all,
                                                       const access_options& o) {
    for (configured_authorizer& each : all) {
        if (each.type != "ABAC") continue;
        if (!o.abac_policy) return unusable("authorization-mode ABAC's authorization policy file not passed");
        auto read = read_abac_policy(*o.abac_policy, o.abac_policy_name);
        if (!read) return read.error();
        each.policy = std::move(*read);
    }
    return all;
}

result<std::vector<configured_authorizer>> authorizers_of_modes(const access_options& o) {
    std::vector<configured_authorizer> out;
    std::set<std::string_view> seen;
    for (const std::string& mode : o.authorizers) {
        const auto& known = authorizer_types();
        if (std::ranges::find(known, mode) == known.end())
            return unusable(fmt::format("authorization-mode {} is not a valid mode", go_text::quoted(mode)));
        if (!seen.insert(mode).second)
            return unusable(fmt::format("authorization-mode {} has mode specified more than once",
                                        go_text::quoted_list(o.authorizers)));
        configured_authorizer& added = out.emplace_back(configured_authorizer{.type = mode});
        if (mode != "Webhook") continue;
        auto webhook = webhook_of_flags(o.authorization_webhook);
        if (!webhook) return webhook.error();
        added.webhook = std::move(*webhook);
    }
    if (o.abac_policy && !seen.contains("ABAC"))
        return unusable("cannot specify --authorization-policy-file without mode ABAC");
    if (!o.authorization_webhook.kubeconfig.empty() && !seen.contains("Webhook"))
        return unusable("cannot specify --authorization-webhook-config-file without mode Webhook");
    return out;
}

}  // namespace

result<std::vector<configured_authorizer>> read_authorization_config(std::string_view text,
                                                                     std::string_view name,
                                                                     const file_reader& read_file) {
    const auto failed = [&](std::string_view why) {
        return unusable(
            fmt::format("{}: failed to load AuthorizationConfiguration from file: {}", name, why));
    };
    auto yaml = convert_yaml(text);
    if (!yaml) return failed(yaml.error().message);
    if (std::string wrong = wrong_kind(yaml->tree); !wrong.empty()) return failed(wrong);
    listed_authorizers read = list_authorizers(yaml->tree.get_object());
    if (!yaml->repeated.empty()) read.strict_errors.insert(read.strict_errors.begin(), yaml->repeated);
    if (!read.type_error.empty()) return failed(read.type_error);
    if (!read.strict_errors.empty())
        return failed(fmt::format("strict decoding error: {}", fmt::join(read.strict_errors, ", ")));

    field_errors errors;
    std::vector<configured_authorizer> out = validate_authorizers(read.all, read_file, errors);
    if (!errors.empty()) return unusable(fmt::format("{}: {}", name, joined_messages(errors)));
    if (std::string wrong = wrong_names(read.all); !wrong.empty())
        return unusable(fmt::format("{}: {}", name, wrong));
    return out;
}

result<std::vector<configured_authorizer>> configured_authorizers(const access_options& o,
                                                                  const file_reader& read_file) {
    if (o.authorization_config.empty()) {
        auto all = authorizers_of_modes(o);
        return all ? with_policy(std::move(*all), o) : all;
    }
    if (!o.authorizers.empty() || !o.authorization_webhook.kubeconfig.empty())
        return unusable(
            "--authorization-config can not be specified when --authorization-mode or "
            "--authorization-webhook-* flags are defined");
    auto all = read_authorization_config(o.authorization_config, o.authorization_config_name, read_file);
    return all ? with_policy(std::move(*all), o) : all;
}

}}}  // namespace setpoint::v0::apiserver::authorization
