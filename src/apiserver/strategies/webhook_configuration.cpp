// Webhook configurations (pkg/apis/admissionregistration/validation).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/schema/go_net.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/strategies/policy_expressions.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/strategies/webhook_rules.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/pod.hpp"
#include "apiserver/validation/webhook_client.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

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

// What an update tolerates because the configuration had it before.
struct old_webhooks {
    bool side_effects = false, unknown_review_versions = false, duplicate_names = false;
    bool match_conditions = false;  // which have not changed
    selector_values values = selector_values::valid;
};

void check_review_versions(const bj::object& hook, const old_webhooks& had, const std::string& path,
                           field_errors& to) {
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
    if (!had.unknown_review_versions && !seen.contains("v1") && !seen.contains("v1beta1")) {
        invalid_unsorted(to, path, bj::value(versions), "must include at least one of v1, v1beta1");
    }
}

void check_webhook_name(std::string_view name, const std::string& path, field_errors& to) {
    if (name.empty()) {
        required(to, path);
        return;
    }
    const messages c = dns1123_subdomain(name);
    if (!c.empty()) {
        invalid(to, path, name, fmt::format("{}", fmt::join(c, ",")));
    } else if (std::count(name.begin(), name.end(), '.') < 2) {
        invalid(to, path, name, "should be a domain with at least three segments separated by dots");
    }
}

void check_side_effects(const bj::object& hook, const old_webhooks& had, const std::string& path,
                        field_errors& to) {
    std::vector<std::string> allowed{"None", "NoneOnDryRun"};
    if (had.side_effects) allowed.insert(allowed.end(), {"Some", "Unknown"});
    if (value_at(hook, "sideEffects") == nullptr) {
        required(to, path + ".sideEffects", fmt::format("must specify one of {}", fmt::join(allowed, ", ")));
    }
    check_choice(hook, "sideEffects", allowed, path, to);
}

void check_hook(const bj::object& hook, const old_webhooks& had, const std::string& path, field_errors& to) {
    check_webhook_name(text_at(hook, "name"), path + ".name", to);
    for_each_object(list_of(hook, "rules"), [&](const bj::object& r, std::size_t i) {
        validate_webhook_rule(r, indexed(path + ".rules", i), to);
    });
    check_choice(hook, "failurePolicy", {"Fail", "Ignore"}, path, to);
    check_choice(hook, "matchPolicy", {"Equivalent", "Exact"}, path, to);
    check_side_effects(hook, had, path, to);
    const auto timeout = number_at(hook, "timeoutSeconds");
    if (timeout && (*timeout > 30 || *timeout < 1)) {
        invalid_unsorted(to, path + ".timeoutSeconds", bj::value(*timeout),
                         "the timeout value must be between 1 and 30 seconds");
    }
    validate_selector(object_of(hook, "namespaceSelector"), path + ".namespaceSelector", to, had.values);
    validate_selector(object_of(hook, "objectSelector"), path + ".objectSelector", to, had.values);
    check_choice(hook, "reinvocationPolicy", {"IfNeeded", "Never"}, path, to);
    validate_webhook_client(object_of(hook, "clientConfig"), path + ".clientConfig", to);
    if (!had.match_conditions) validate_match_conditions(hook, path + ".matchConditions", false, to);
    check_review_versions(hook, had, path + ".admissionReviewVersions", to);
}

void check_hooks(const bj::object& o, const old_webhooks& had, field_errors& to) {
    std::set<std::string> names;
    for_each_object(list_of(o, "webhooks"), [&](const bj::object& hook, std::size_t i) {
        const std::string path = indexed("webhooks", i), name(text_at(hook, "name"));
        check_hook(hook, had, path, to);
        if (!name.empty() && !names.insert(name).second && !had.duplicate_names)
            duplicate(to, path + ".name", name);
    });
}

bool same_match_conditions(const bj::array& now, const bj::array& before) {
    if (now.size() != before.size()) return false;
    for (std::size_t i = 0; i < now.size(); ++i) {
        const bj::object *a = now[i].if_object(), *b = before[i].if_object();
        if (a == nullptr || b == nullptr || !same_field(*a, *b, "matchConditions")) return false;
    }
    return true;
}

bool has_accepted_review_version(const bj::object& hook) {
    const bj::array& versions = list_of(hook, "admissionReviewVersions");
    return versions.empty() || has(versions, "v1") || has(versions, "v1beta1");
}

old_webhooks tolerated(const bj::object& o, const bj::object& old) {
    old_webhooks out;
    const bj::array& before = list_of(old, "webhooks");
    out.match_conditions = same_match_conditions(list_of(o, "webhooks"), before);
    std::set<std::string_view> names;
    for_each_object(before, [&](const bj::object& hook, std::size_t) {
        const std::string_view effects = text_at(hook, "sideEffects");
        out.side_effects = out.side_effects || (effects != "None" && effects != "NoneOnDryRun");
        out.unknown_review_versions = out.unknown_review_versions || !has_accepted_review_version(hook);
        out.duplicate_names = out.duplicate_names || !names.insert(text_at(hook, "name")).second;
        for (const char* key : {"namespaceSelector", "objectSelector"})
            if (!is_valid_selector(object_of(hook, key))) out.values = selector_values::any_label_value;
    });
    return out;
}

void validate_webhooks(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    check_hooks(o, {}, to);
}

void validate_webhooks_update(const bj::object& o, const bj::object& old, const strategy_context&,
                              field_errors& to) {
    validate_plain_metadata(o, false, subdomain_name, to);
    check_hooks(o, tolerated(o, old), to);
}

// The resources of a rule: "pods", "pods/status", and wildcards for either part.
void check_resources(const bj::array& resources, const std::string& path, field_errors& to) {
    if (resources.empty()) required(to, path);
    std::set<std::string_view> with_any_subresource, subresources_of_any;
    bool plain = false;  // the real server looks at the last plain one only
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const std::string_view name = text_of(resources[i]);
        if (name.empty()) {
            required(to, indexed(path, i));
            continue;
        }
        const std::size_t slash = name.find('/');
        if (slash == std::string_view::npos) {
            plain = name != "*";
            continue;
        }
        const std::string_view resource = name.substr(0, slash), sub = name.substr(slash + 1);
        if (with_any_subresource.contains(resource))
            invalid(to, indexed(path, i), name,
                    fmt::format("if '{}/*' is present, must not specify {}", resource, name));
        if (subresources_of_any.contains(sub))
            invalid(to, indexed(path, i), name,
                    fmt::format("if '*/{}' is present, must not specify {}", sub, name));
        if (sub == "*") with_any_subresource.insert(resource);
        if (resource == "*") subresources_of_any.insert(sub);
    }
    if (resources.size() > 1 && has(resources, "*/*"))
        invalid_unsorted(to, path, bj::value(resources),
                         "if '*/*' is present, must not specify other resources");
    if (plain && has(resources, "*"))
        invalid_unsorted(to, path, bj::value(resources),
                         "if '*' is present, must not specify other resources without subresources");
}

bool is_parsed_url(std::string_view text) {
    const bool control =
        std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    if (control || text.starts_with(':')) return false;
    if (text.find("://") != std::string_view::npos) return is_request_uri(text.substr(0, text.find('#')));
    // "first path segment in URL cannot contain colon", unless it is a scheme.
    const std::size_t colon = text.substr(0, text.find('/')).find(':');
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return colon == std::string_view::npos || is_letter(text.front());
}

// The first escape in a path that is not a percent sign and two digits.
std::string_view bad_escape(std::string_view path) {
    constexpr std::string_view digits = "0123456789abcdefABCDEF";
    for (std::size_t at = path.find('%'); at != std::string_view::npos; at = path.find('%', at + 1)) {
        const std::string_view escape = path.substr(at, 3);
        if (escape.size() < 3 || escape.find_first_not_of(digits, 1) != std::string_view::npos) return escape;
    }
    return {};
}

bool has_scheme(std::string_view url) {
    const std::size_t colon =
        url.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.");
    const bool letter = !url.empty() && ((url.front() | 0x20) >= 'a' && (url.front() | 0x20) <= 'z');
    return letter && colon != std::string_view::npos && url[colon] == ':';
}

// What Go's url.Parse reports; empty if it accepts the text.
std::string url_problem(std::string_view url) {
    const std::string_view path = url.substr(0, url.find_first_of("?#"));
    if (!is_parsed_url(url)) {
        if (url.starts_with(':')) return "missing protocol scheme";
        if (!has_scheme(url) && path.substr(0, path.find('/')).find(':') != std::string_view::npos)
            return "first path segment in URL cannot contain colon";
        const std::string_view escape = bad_escape(path);
        return escape.empty() ? "invalid URL" : "invalid URL escape " + go_text::quoted(escape);
    }
    const std::string_view escape = has_scheme(url) ? std::string_view() : bad_escape(path);
    return escape.empty() ? std::string() : "invalid URL escape " + go_text::quoted(escape);
}

void check_webhook_url(std::string_view text, const std::string& path, field_errors& to) {
    constexpr std::string_view form = "; desired format: https://host[/path]";
    if (const std::string wrong = url_problem(text); !wrong.empty()) {
        required(to, path,
                 fmt::format("url must be a valid URL: parse {}: {}{}", go_text::quoted(text), wrong, form));
        return;
    }
    const std::size_t colon = text.find("://");
    const std::string_view scheme = colon == std::string_view::npos ? "" : text.substr(0, colon);
    const std::string_view rest = colon == std::string_view::npos ? "" : text.substr(colon + 3);
    std::string_view host = rest.substr(0, rest.find_first_of("/?#"));
    const std::size_t user = host.rfind('@');
    if (scheme != "https") {
        invalid(to, path, scheme, fmt::format("'https' is the only allowed URL scheme{}", form));
    }
    if (user != std::string_view::npos) host.remove_prefix(user + 1);
    if (host.empty()) invalid(to, path, host, fmt::format("host must be specified{}", form));
    if (user != std::string_view::npos)
        invalid(to, path, rest.substr(0, user), "user information is not permitted in the URL");
    const std::size_t hash = text.find('#'), query = text.substr(0, hash).find('?');
    if (hash != std::string_view::npos && hash + 1 < text.size())
        invalid(to, path, text.substr(hash + 1), "fragments are not permitted in the URL");
    if (query == std::string_view::npos) return;
    const std::string_view parameters = text.substr(query + 1, std::min(hash, text.size()) - query - 1);
    if (!parameters.empty()) invalid(to, path, parameters, "query parameters are not permitted in the URL");
}

void check_service_path(std::string_view text, const std::string& path, field_errors& to) {
    if (text.empty() || text == "/") return;
    if (text == "//") {
        invalid(to, path, text, "segment[0] may not be empty");
        return;
    }
    if (!text.starts_with('/')) invalid(to, path, text, "must start with a '/'");
    std::string_view rest = text.substr(1);
    if (rest.ends_with('/')) rest.remove_suffix(1);
    for (std::size_t i = 0;; ++i) {
        const std::size_t slash = rest.find('/');
        const std::string_view step = rest.substr(0, slash);
        if (step.empty()) {
            invalid(to, path, text, fmt::format("segment[{}] may not be empty", i));
        } else {
            for (const std::string& why : dns1123_subdomain(step))
                invalid(to, path, text, fmt::format("segment[{}]: {}", i, why));
        }
        if (slash == std::string_view::npos) return;
        rest.remove_prefix(slash + 1);
    }
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
    check_resources(resources, path + ".resources", to);
    check_choice(rule, "scope", {"*", "Cluster", "Namespaced"}, path, to);
}

void validate_webhook_client(const bj::object& client, const std::string& path, field_errors& to) {
    const bj::value* url = value_at(client, "url");
    const bj::object* service = object_at(client, "service");
    if ((url == nullptr) == (service == nullptr)) {
        required(to, path, "exactly one of url or service is required");
        return;
    }
    if (url != nullptr) {
        check_webhook_url(text_of(*url), path + ".url", to);
        return;
    }
    // kube-apiserver swaps name and namespace of the service when it calls its validation.
    if (text_at(*service, "namespace").empty()) required(to, path + ".service.name");
    if (text_at(*service, "name").empty()) required(to, path + ".service.namespace");
    const std::int64_t port = number_at(*service, "port").value_or(443);
    const messages c = port_number(port);
    if (!c.empty()) {
        invalid_unsorted(to, path + ".service.port", bj::value(port),
                         fmt::format("port is not valid: {}", fmt::join(c, ", ")));
    }
    check_service_path(text_at(*service, "path"), path + ".service.path", to);
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
