// Webhook configurations (pkg/apis/admissionregistration/validation).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/strategies/webhook_rules.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/pod.hpp"
#include "apiserver/validation/webhook_client.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

bool has(const bj::array& list, const char* text) {
    return std::find(list.begin(), list.end(), bj::value(text)) != list.end();
}

void check_choice(const bj::object& hook, const char* key, const std::vector<std::string>& allowed,
                  const std::string& path, field_errors& to) {
    const bj::value* v = value_at(hook, key);
    if (v == nullptr || std::find(allowed.begin(), allowed.end(), text_of(*v)) != allowed.end()) return;
    not_supported(to, child(path, key), text_of(*v), allowed);
}

void check_operations(const bj::object& rule, const std::string& path, field_errors& to) {
    const bj::array& operations = list_of(rule, "operations");
    if (operations.empty()) required(to, path + ".operations");
    if (operations.size() > 1 && has(operations, "*")) {
        invalid_unsorted(to, path + ".operations", bj::value(operations),
                         "if '*' is present, must not specify other operations");
    }
    static const std::vector<std::string> supported{"*", "CONNECT", "CREATE", "DELETE", "UPDATE"};
    for (std::size_t i = 0; i < operations.size(); ++i) {
        const std::string_view op = text_of(operations[i]);
        if (std::find(supported.begin(), supported.end(), op) != supported.end()) continue;
        not_supported(to, indexed(path + ".operations", i), op, supported);
    }
}

void check_review_versions(const bj::object& hook, const std::string& path, field_errors& to) {
    const bj::array& versions = list_of(hook, "admissionReviewVersions");
    if (versions.empty()) {
        required(to, path, "must specify one of v1, v1beta1");
        return;
    }
    std::set<std::string> seen;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const std::string v(text_of(versions[i]));
        if (!seen.insert(v).second) {
            invalid(to, indexed(path, i), v, "duplicate version");
            continue;
        }
        add_invalid(to, indexed(path, i), v, dns1035_label(v));
    }
    if (!seen.contains("v1") && !seen.contains("v1beta1")) {
        invalid_unsorted(to, path, bj::value(versions), "must include at least one of v1, v1beta1");
    }
}

void check_webhook_name(std::string_view name, const std::string& path, field_errors& to) {
    if (name.empty()) {
        required(to, path);
        return;
    }
    const messages c = dns1123_subdomain(name);
    add_invalid(to, path, name, c);
    if (c.empty() && std::count(name.begin(), name.end(), '.') < 2) {
        invalid(to, path, name, "should be a domain with at least three segments separated by dots");
    }
}

void check_hook(const bj::object& hook, const std::string& path, field_errors& to) {
    check_webhook_name(text_at(hook, "name"), path + ".name", to);
    for_each_object(list_of(hook, "rules"), [&](const bj::object& r, std::size_t i) {
        validate_webhook_rule(r, indexed(path + ".rules", i), to);
    });
    check_choice(hook, "failurePolicy", {"Fail", "Ignore"}, path, to);
    check_choice(hook, "matchPolicy", {"Equivalent", "Exact"}, path, to);
    if (value_at(hook, "sideEffects") == nullptr) {
        required(to, path + ".sideEffects", "must specify one of None, NoneOnDryRun");
    }
    check_choice(hook, "sideEffects", {"None", "NoneOnDryRun"}, path, to);
    const auto timeout = number_at(hook, "timeoutSeconds");
    if (timeout && (*timeout > 30 || *timeout < 1)) {
        invalid_unsorted(to, path + ".timeoutSeconds", bj::value(*timeout),
                         "the timeout value must be between 1 and 30 seconds");
    }
    validate_selector(object_of(hook, "namespaceSelector"), path + ".namespaceSelector", to);
    validate_selector(object_of(hook, "objectSelector"), path + ".objectSelector", to);
    check_choice(hook, "reinvocationPolicy", {"IfNeeded", "Never"}, path, to);
    validate_webhook_client(object_of(hook, "clientConfig"), path + ".clientConfig", to);
    validate_match_conditions(hook, path + ".matchConditions", to);
    check_review_versions(hook, path + ".admissionReviewVersions", to);
}

void check_hooks(const bj::object& o, field_errors& to) {
    std::set<std::string> names;
    for_each_object(list_of(o, "webhooks"), [&](const bj::object& hook, std::size_t i) {
        const std::string path = indexed("webhooks", i), name(text_at(hook, "name"));
        check_hook(hook, path, to);
        if (!name.empty() && !names.insert(name).second) duplicate(to, path + ".name", name);
    });
}

void validate_webhooks(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    check_hooks(o, to);
}

void validate_webhooks_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                              field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    validate_webhooks(o, c, to);
}

}  // namespace

void validate_webhook_rule(const bj::object& rule, const std::string& path, field_errors& to) {
    check_operations(rule, path, to);
    const bj::array& groups = list_of(rule, "apiGroups");
    const bj::array& versions = list_of(rule, "apiVersions");
    const bj::array& resources = list_of(rule, "resources");
    if (groups.empty()) required(to, path + ".apiGroups");
    if (groups.size() > 1 && has(groups, "*")) {
        invalid_unsorted(to, path + ".apiGroups", bj::value(groups),
                         "if '*' is present, must not specify other API groups");
    }
    if (versions.empty()) required(to, path + ".apiVersions");
    if (versions.size() > 1 && has(versions, "*")) {
        invalid_unsorted(to, path + ".apiVersions", bj::value(versions),
                         "if '*' is present, must not specify other API versions");
    }
    for (std::size_t i = 0; i < versions.size(); ++i) {
        if (text_of(versions[i]).empty()) required(to, indexed(path + ".apiVersions", i));
    }
    if (resources.empty()) required(to, path + ".resources");
    for (std::size_t i = 0; i < resources.size(); ++i) {
        if (text_of(resources[i]).empty()) required(to, indexed(path + ".resources", i));
    }
    if (resources.size() > 1 && has(resources, "*/*")) {
        invalid_unsorted(to, path + ".resources", bj::value(resources),
                         "if '*/*' is present, must not specify other resources");
    }
    check_choice(rule, "scope", {"*", "Cluster", "Namespaced"}, path, to);
}

void validate_match_conditions(const bj::object& o, const std::string& path, field_errors& to) {
    constexpr std::size_t most = 64;
    const bj::array& conditions = list_of(o, "matchConditions");
    if (conditions.size() > most) too_many(to, path, static_cast<std::int64_t>(conditions.size()), most);
    std::set<std::string> seen;
    for_each_object(conditions, [&](const bj::object& condition, std::size_t i) {
        const std::string at = indexed(path, i), name(text_at(condition, "name"));
        if (text_at(condition, "expression").find_first_not_of(" \t\r\n") == std::string_view::npos)
            required(to, at + ".expression");
        if (name.empty()) {
            required(to, at + ".name");
            return;
        }
        add_invalid(to, at + ".name", name, qualified_name(name));
        if (!seen.insert(name).second) duplicate(to, at + ".name", name);
    });
}

void validate_webhook_client(const bj::object& client, const std::string& path, field_errors& to) {
    const bj::value* url = value_at(client, "url");
    const bj::object* service = object_at(client, "service");
    if ((url == nullptr) == (service == nullptr)) {
        required(to, path, "exactly one of url or service is required");
        return;
    }
    constexpr std::string_view form = "; desired format: https://host[/path]";
    if (url != nullptr) {
        const std::string_view text = text_of(*url);
        const std::size_t colon = text.find("://");
        const std::string_view scheme = colon == std::string_view::npos ? "" : text.substr(0, colon);
        const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 3);
        const std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
        if (scheme != "https") {
            invalid(to, path + ".url", scheme, fmt::format("'https' is the only allowed URL scheme{}", form));
        }
        if (host.empty()) invalid(to, path + ".url", host, fmt::format("host must be specified{}", form));
        if (const std::size_t hash = text.find('#'); hash != std::string_view::npos) {
            invalid(to, path + ".url", text.substr(hash + 1), "fragments are not permitted in the URL");
        }
        if (const std::size_t query = text.find('?'); query != std::string_view::npos) {
            invalid(to, path + ".url",
                    text.substr(query + 1, std::min(text.find('#'), text.size()) - query - 1),
                    "query parameters are not permitted in the URL");
        }
        return;
    }
    if (text_at(*service, "name").empty()) required(to, path + ".service.name");
    if (text_at(*service, "namespace").empty()) required(to, path + ".service.namespace");
    const std::int64_t port = number_at(*service, "port").value_or(443);
    const messages c = port_number(port);
    if (!c.empty()) {
        invalid_unsorted(to, path + ".service.port", bj::value(port),
                         fmt::format("port is not valid: {}", fmt::join(c, ", ")));
    }
}

const strategy validating_webhooks_strategy{.defaults = apply_go_encoding,
                                            .validate = validate_webhooks,
                                            .validate_update = validate_webhooks_update,
                                            .unconditional_update = false};
const strategy mutating_webhooks_strategy{.defaults = apply_go_encoding,
                                          .validate = validate_webhooks,
                                          .validate_update = validate_webhooks_update,
                                          .unconditional_update = false};

}  // namespace setpoint::inline v0::apiserver
