#include "apiserver/authorization/abac_authorizer.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

constexpr std::string_view any = "*";

bool matches(std::string_view wanted, std::string_view is) {
    return wanted == any || wanted == is;
}

bool concerns(const abac_rule& r, const user_info& who) {
    if (r.user.empty() && r.group.empty()) return false;
    return (r.user.empty() || matches(r.user, who.name)) &&
           (r.group.empty() || r.group == any || who.in_group(r.group));
}

bool has_path(const abac_rule& r, std::string_view path) {
    if (matches(r.path, path)) return true;
    std::string_view prefix = r.path;
    if (!prefix.ends_with('*')) return false;
    while (prefix.ends_with('*')) prefix.remove_suffix(1);
    return path.starts_with(prefix);
}

bool has_target(const abac_rule& r, const attributes& of) {
    if (!of.is_resource) return has_path(r, of.path);
    return matches(r.namespace_name, of.namespace_name) && matches(r.resource, of.resource) &&
           matches(r.api_group, of.group);
}

}  // namespace

decision abac_authorizer::authorize(const attributes& of) const {
    for (const abac_rule& r : rules_)
        if (concerns(r, *of.user) && (!r.read_only || of.is_read_only()) && has_target(r, of))
            return decision::allow();
    return decision::no_opinion("No policy matched.");
}

rule_list abac_authorizer::rules_for(const user_info& user, std::string_view namespace_name) const {
    rule_list out;
    for (const abac_rule& r : rules_) {
        if (!concerns(r, user) || !matches(r.namespace_name, namespace_name)) continue;
        const std::vector<std::string> verbs =
            r.read_only ? std::vector<std::string>{"get", "list", "watch"} : std::vector<std::string>{"*"};
        if (!r.resource.empty())
            out.resources.push_back({.verbs = verbs, .api_groups = {r.api_group}, .resources = {r.resource}});
        if (!r.path.empty()) out.non_resources.push_back({.verbs = verbs, .urls = {r.path}});
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
