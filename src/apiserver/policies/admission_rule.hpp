#pragma once
// The requests that a rule of a webhook or of a policy is about (apiserver,
// admission/plugin/webhook/predicates/rules). No I/O.

#include "setpoint/api/gvk.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

struct admission_rule {
    std::vector<std::string> operations, groups, versions, resources;
    std::string scope;  // "*", "Cluster" or "Namespaced"
};

// Reads a valid RuleWithOperations.
admission_rule admission_rule_of(const bj::object& rule);

// `operation`: "CREATE", "UPDATE", "DELETE", "CONNECT". `ns`: of a Namespace, its own name.
bool matches(const admission_rule& rule, std::string_view operation, const group_version_resource& resource,
             std::string_view subresource, std::string_view ns);

}}}  // namespace setpoint::v0::apiserver
