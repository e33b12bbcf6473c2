#include "apiserver/authorization/rbac_authorizer.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

decision rbac_authorizer::authorize(const attributes& of) const {
    std::vector<std::string> errors;
    for (const role_binding* b : policy_.bindings_of(*of.user, of.namespace_name)) {
        const std::vector<policy_rule>* rules = policy_.rules_of(b->role, b->namespace_name);
        if (rules == nullptr)
            errors.push_back(missing_text(b->role));
        else if (allows(*rules, of))
            return decision::allow("RBAC: allowed by " + binding_text(*b, *of.user));
    }
    return decision::no_opinion(errors.empty() ? std::string() : "RBAC: " + joined_errors(errors));
}

rule_list rbac_authorizer::rules_for(const user_info& user, std::string_view namespace_name) const {
    user_rules found = authorization::rules_for(policy_, user, namespace_name);
    rule_list out;
    for (const policy_rule& r : found.rules) {
        if (!r.resources.empty())
            out.resources.push_back({r.verbs, r.api_groups, r.resources, r.resource_names});
        if (!r.non_resource_urls.empty()) out.non_resources.push_back({r.verbs, r.non_resource_urls});
    }
    out.errors = std::move(found.errors);
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
