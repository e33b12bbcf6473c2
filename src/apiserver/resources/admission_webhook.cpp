#include "apiserver/resources/admission_webhook.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::string_view any = "*";

std::vector<std::string> texts_of(const bj::object& rule, std::string_view key) {
    std::vector<std::string> out;
    for (const bj::value& v : list_of(rule, key)) out.emplace_back(text_of(v));
    return out;
}

admission_rule rule_of(const bj::object& rule) {
    admission_rule out{texts_of(rule, "operations"), texts_of(rule, "apiGroups"),
                       texts_of(rule, "apiVersions"), texts_of(rule, "resources"),
                       std::string(text_at(rule, "scope"))};
    if (out.scope.empty()) out.scope = any;
    return out;
}

// The first version of the list that the server knows.
std::string review_version_of(const bj::object& hook) {
    for (const bj::value& v : list_of(hook, "admissionReviewVersions"))
        if (text_of(v) == "v1" || text_of(v) == "v1beta1") return std::string(text_of(v));
    return {};
}

admission_webhook webhook_of(const bj::object& hook) {
    admission_webhook out;
    out.name = text_at(hook, "name");
    out.at = std::make_shared<const webhook_address>(webhook_address_of(object_of(hook, "clientConfig")));
    for_each_object(list_of(hook, "rules"),
                    [&](const bj::object& r, std::size_t) { out.rules.push_back(rule_of(r)); });
    out.namespaces = object_of(hook, "namespaceSelector");
    out.objects = object_of(hook, "objectSelector");
    out.equivalent = text_at(hook, "matchPolicy") != "Exact";
    out.fails_open = text_at(hook, "failurePolicy") == "Ignore";
    out.reinvoked = text_at(hook, "reinvocationPolicy") == "IfNeeded";
    const std::string_view effects = text_at(hook, "sideEffects");
    out.allows_dry_run = effects == "None" || effects == "NoneOnDryRun";
    out.has_conditions = !list_of(hook, "matchConditions").empty();
    out.timeout = std::chrono::seconds(number_at(hook, "timeoutSeconds").value_or(out.timeout.count()));
    out.review_version = review_version_of(hook);
    return out;
}

bool contains(const std::vector<std::string>& list, std::string_view text) {
    return std::ranges::any_of(list, [&](const std::string& one) { return one == any || one == text; });
}

bool in_scope(const admission_rule& rule, const group_version_resource& resource, std::string_view ns) {
    if (rule.scope == any) return true;
    const bool is_namespace =
        resource.group.empty() && resource.version == "v1" && resource.resource == "namespaces";
    const bool cluster = is_namespace || ns.empty();
    return rule.scope == "Cluster" ? cluster : rule.scope == "Namespaced" && !cluster;
}

// "pods", "pods/*", "*/scale", "*/*"; "*" stands for resources without subresources.
bool names(std::string_view pattern, std::string_view resource, std::string_view subresource) {
    const std::size_t slash = std::min(pattern.find('/'), pattern.size());
    const std::string_view first = pattern.substr(0, slash),
                           second = slash < pattern.size() ? pattern.substr(slash + 1) : std::string_view();
    return (first == any || first == resource) && (second == any || second == subresource);
}

}  // namespace

std::vector<admission_webhook_ptr> admission_webhooks_of(const bj::object& configuration) {
    const std::string name(text_at(configuration, {"metadata", "name"}));
    std::vector<admission_webhook_ptr> out;
    std::map<std::string, int> seen;
    for_each_object(list_of(configuration, "webhooks"), [&](const bj::object& hook, std::size_t) {
        admission_webhook one = webhook_of(hook);
        one.configuration = name;
        one.id = fmt::format("{}/{}/{}", name, one.name, seen[one.name]++);
        out.push_back(std::make_shared<const admission_webhook>(std::move(one)));
    });
    return out;
}

bool matches(const admission_rule& rule, std::string_view operation, const group_version_resource& resource,
             std::string_view subresource, std::string_view ns) {
    return in_scope(rule, resource, ns) && contains(rule.operations, operation) &&
           contains(rule.groups, resource.group) && contains(rule.versions, resource.version) &&
           std::ranges::any_of(rule.resources, [&](const std::string& pattern) {
               return names(pattern, resource.resource, subresource);
           });
}

void admission_webhooks::replace(const std::string& configuration, std::vector<admission_webhook_ptr> hooks) {
    if (hooks.empty())
        by_configuration_.erase(configuration);
    else
        by_configuration_[configuration] = std::move(hooks);
    all_.clear();
    for (const auto& [name, list] : by_configuration_) all_.insert(all_.end(), list.begin(), list.end());
}

}  // namespace setpoint::inline v0::apiserver
