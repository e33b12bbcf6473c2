#include "apiserver/audit/policy.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

namespace {

bool has(const std::vector<std::string>& list, std::string_view what) {
    return std::ranges::find(list, what) != list.end();
}

bool fits_path(std::string_view path, std::string_view pattern) {
    if (pattern == "*" || pattern == path) return true;
    if (!pattern.ends_with('*')) return false;
    while (pattern.ends_with('*')) pattern.remove_suffix(1);
    return path.starts_with(pattern);
}

bool fits_resource(std::string_view pattern, const authorization::attributes& of) {
    if (pattern == "*" || pattern == of.full_resource()) return true;
    if (!of.subresource.empty() && pattern.starts_with("*/") && pattern.substr(2) == of.subresource)
        return true;
    return pattern.ends_with("/*") && pattern.substr(0, pattern.size() - 2) == of.resource;
}

bool fits_resource_rule(const policy_rule::resource_rule& rule, const authorization::attributes& of) {
    if (rule.group != of.group && rule.group != "*") return false;
    if (rule.resources.empty()) return true;
    if (!rule.names.empty() && !has(rule.names, of.name)) return false;
    return std::ranges::any_of(rule.resources, [&](const std::string& r) { return fits_resource(r, of); });
}

bool fits_user(const policy_rule& rule, const user_info* user) {
    if (!rule.users.empty() && (user == nullptr || !has(rule.users, user->name))) return false;
    if (rule.groups.empty()) return true;
    return user != nullptr &&
           std::ranges::any_of(user->groups, [&](const std::string& g) { return has(rule.groups, g); });
}

}  // namespace

std::string_view name_of(level l) {
    return level_names.begin()[static_cast<std::size_t>(l)];
}

std::string_view name_of(stage s) {
    return stage_names.begin()[static_cast<std::size_t>(s)];
}

bool policy_rule::matches(const authorization::attributes& of) const {
    if (!fits_user(*this, of.user.get())) return false;
    if (!verbs.empty() && !has(verbs, of.verb)) return false;
    if (!namespaces.empty() || !resources.empty()) {
        if (!of.is_resource || (!namespaces.empty() && !has(namespaces, of.namespace_name))) return false;
        return resources.empty() ||
               std::ranges::any_of(resources, [&](const auto& r) { return fits_resource_rule(r, of); });
    }
    if (urls.empty()) return true;
    return !of.is_resource &&
           std::ranges::any_of(urls, [&](const std::string& u) { return fits_path(of.path, u); });
}

request_config policy::config_for(const authorization::attributes& of) const {
    for (const policy_rule& rule : rules) {
        if (!rule.matches(of)) continue;
        request_config out{rule.at, omitted, rule.omits_managed_fields.value_or(omits_managed_fields)};
        out.omitted.add(rule.omitted);
        return out;
    }
    return {level::none, omitted, omits_managed_fields};
}

}}}  // namespace setpoint::v0::apiserver::audit
