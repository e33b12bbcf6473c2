#pragma once
// Whether rules grant at least what other rules grant (component-helpers, auth/rbac/validation;
// pkg/registry/rbac/validation policy_compact.go).

#include "apiserver/authorization/policy_rule.hpp"

#include <span>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// A rule with more combinations of its values than this is not broken down: if no rule covers all of it, it
// is missing as a whole. kube-apiserver has no limit.
inline constexpr std::size_t most_combinations = 100'000;

// The combinations of the rule's values: each has one verb, and one resource with at most one name, or one
// URL. Precondition: combinations_of(rule) is acceptable.
std::vector<policy_rule> broken_down(const policy_rule& rule);
// Their number; it stops counting above most_combinations.
std::size_t combinations_of(const policy_rule& rule);

// What `wanted` grants and `held` does not, as single combinations; empty if `held` covers everything.
std::vector<policy_rule> missing_rules(std::span<const policy_rule> held,
                                       std::span<const policy_rule> wanted);

// Merges rules that differ only in their verbs and have one group, one resource and at most one name. Others
// come first, in their order.
std::vector<policy_rule> compacted(std::span<const policy_rule> rules);

}}}  // namespace setpoint::v0::apiserver::authorization
