#include "apiserver/policies/admission_rule.hpp"

#include "apiserver/objects/fields.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view any = "*";

std::vector<std::string> texts_of(const bj::object& rule, std::string_view key) {
    std::vector<std::string> out;
    for (const bj::value& v : list_of(rule, key)) out.emplace_back(text_of(v));
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

admission_rule admission_rule_of(const bj::object& rule) {
    admission_rule out{texts_of(rule, "operations"), texts_of(rule, "apiGroups"),
                       texts_of(rule, "apiVersions"), texts_of(rule, "resources"),
                       std::string(text_at(rule, "scope"))};
    if (out.scope.empty()) out.scope = any;
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

}}}  // namespace setpoint::v0::apiserver
