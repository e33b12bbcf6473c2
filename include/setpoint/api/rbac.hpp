#pragma once
// Creates roles from lists of accesses to resources (rbac.authorization.k8s.io/v1).

#include <boost/json/object.hpp>

#include <compare>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// One verb on one resource.
// The unit in which controllers declare what they need; merge_rules() turns sets of them into rules. Not
// validated.
struct resource_access {
    std::string group;        // "" for the core group
    std::string resource;     // plural: "deployments"
    std::string subresource;  // "status"; "" for the object itself
    // Lower case. "*" is accepted and written as it is.
    std::string verb;  // get, list, watch, create, update, patch, delete, deletecollection

    // Compared and ordered part by part, in the order of the members, so sets of accesses are sorted by
    // group first.
    friend bool operator==(const resource_access&, const resource_access&) = default;
    friend std::strong_ordering operator<=>(const resource_access&, const resource_access&) = default;
};

// A rule of a role. All lists are sorted and unique.
// Plain values for merging, comparison and --print-rbac; rbac_v1::policy_rule is the described type of the
// API.
struct policy_rule {
    std::vector<std::string> groups, resources, verbs;  // resources with subresource: "deployments/status"

    friend bool operator==(const policy_rule&, const policy_rule&) = default;
};

// Returns the smallest equivalent list of rules: one per group and set of verbs, sorted by group
// and resource. Equal sets of accesses give equal rules, regardless of order and duplicates.
// Time n log n. Resources of one group with the same verbs share a rule; wildcards are not expanded or
// simplified.
std::vector<policy_rule> merge_rules(const std::vector<resource_access>& accesses);
// Whether a rule allows the access ("*" is supported).
// Names of resources (resourceNames) and URLs are not known here: this is for tests of an operator's own
// Role. "*" matches in all three lists; "deployments" does not include "deployments/status".
bool allows(const std::vector<policy_rule>& rules, const resource_access& access);

// Returns the object as JSON, ready to be printed or applied.
// Complete with apiVersion, kind and metadata, rules by merge_rules(), so equal accesses give equal texts.
// Neither name is validated.
boost::json::object cluster_role(std::string_view name, const std::vector<resource_access>& accesses);
// Grants in the namespace `ns` only; cluster-scoped resources in it have no effect.
boost::json::object role(std::string_view ns, std::string_view name,
                         const std::vector<resource_access>& accesses);

}}  // namespace setpoint::v0
