#include "setpoint/api/rbac.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

std::string full_name(const resource_access& a) {
    return a.subresource.empty() ? a.resource : a.resource + "/" + a.subresource;
}

bool has(const std::vector<std::string>& list, std::string_view value) {
    return std::any_of(list.begin(), list.end(),
                       [&](const std::string& s) { return s == value || s == "*"; });
}

boost::json::array to_json(const std::vector<std::string>& list) {
    return boost::json::array(list.begin(), list.end());
}

boost::json::object role_object(std::string_view kind, boost::json::object metadata,
                                const std::vector<resource_access>& accesses) {
    boost::json::array rules;
    for (const policy_rule& r : merge_rules(accesses)) {
        boost::json::object rule;
        rule["apiGroups"] = to_json(r.groups);
        rule["resources"] = to_json(r.resources);
        rule["verbs"] = to_json(r.verbs);
        rules.push_back(std::move(rule));
    }
    boost::json::object out;
    out["apiVersion"] = "rbac.authorization.k8s.io/v1";
    out["kind"] = std::string(kind);
    out["metadata"] = std::move(metadata);
    out["rules"] = std::move(rules);
    return out;
}

}  // namespace

std::vector<policy_rule> merge_rules(const std::vector<resource_access>& accesses) {
    std::map<std::pair<std::string, std::string>, std::set<std::string>> verbs_of;  // of group and resource
    for (const resource_access& a : accesses) verbs_of[{a.group, full_name(a)}].insert(a.verb);
    std::map<std::pair<std::string, std::set<std::string>>, std::vector<std::string>>
        resources_of;  // of group and verbs
    for (const auto& [resource, verbs] : verbs_of)
        resources_of[{resource.first, verbs}].push_back(resource.second);
    std::vector<policy_rule> rules;
    rules.reserve(resources_of.size());
    for (const auto& [key, resources] : resources_of) {
        rules.push_back({{key.first}, resources, {key.second.begin(), key.second.end()}});
    }
    std::sort(rules.begin(), rules.end(), [](const policy_rule& a, const policy_rule& b) {
        return std::tie(a.groups, a.resources) < std::tie(b.groups, b.resources);
    });
    return rules;
}

bool allows(const std::vector<policy_rule>& rules, const resource_access& access) {
    return std::any_of(rules.begin(), rules.end(), [&](const policy_rule& r) {
        return has(r.groups, access.group) && has(r.resources, full_name(access)) &&
               has(r.verbs, access.verb);
    });
}

boost::json::object cluster_role(std::string_view name, const std::vector<resource_access>& accesses) {
    return role_object("ClusterRole", {{"name", std::string(name)}}, accesses);
}

boost::json::object role(std::string_view ns, std::string_view name,
                         const std::vector<resource_access>& accesses) {
    return role_object("Role", {{"name", std::string(name)}, {"namespace", std::string(ns)}}, accesses);
}

}}  // namespace setpoint::v0
