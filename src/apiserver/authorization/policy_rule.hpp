#pragma once
// Rules of Roles and ClusterRoles, and whether one allows a request (pkg/apis/rbac/v1 evaluation_helpers.go,
// plugin/pkg/auth/authorizer/rbac).

#include "apiserver/authorization/attributes.hpp"

#include <boost/json/object.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace bj = boost::json;

struct policy_rule {
    std::vector<std::string> verbs{};
    std::vector<std::string> api_groups{};
    std::vector<std::string> resources{};       // "pods", "pods/status", "*", "*/scale"
    std::vector<std::string> resource_names{};  // empty: all
    std::vector<std::string> non_resource_urls{};

    friend bool operator==(const policy_rule&, const policy_rule&) = default;
};

policy_rule read_rule(const bj::object& rule);
// The field `rules` of a Role or ClusterRole.
std::vector<policy_rule> read_rules(const bj::object& role);
// Empty lists are left out, except verbs.
bj::object rule_object(const policy_rule& rule);

bool allows(const policy_rule& rule, const attributes& request);
bool allows(std::span<const policy_rule> rules, const attributes& request);

// Whether a URL of a rule covers a path or another URL of a rule: equal, or a prefix that ends with *.
bool url_covers(std::string_view rule_url, std::string_view path);

// ["a" "b"], as Go's %q prints a list.
std::string quoted_words(std::span<const std::string> words);
// {APIGroups:[""], Resources:["pods"], Verbs:["get"]}, without empty lists.
std::string rule_text(const policy_rule& rule);

}}}  // namespace setpoint::v0::apiserver::authorization
