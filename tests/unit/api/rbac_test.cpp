#include "setpoint/api/rbac.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace setpoint;

namespace {

const std::vector<resource_access> accesses{
    {"apps", "deployments", "", "watch"},
    {"apps", "deployments", "", "get"},
    {"", "services", "", "watch"},
    {"", "services", "", "get"},
    {"", "secrets", "", "get"},
    {"apps", "replicasets", "", "get"},
    {"apps", "replicasets", "", "watch"},
    {"my.domain", "webservers", "status", "patch"},
    {"", "pods", "", "get"},
    {"", "pods", "", "watch"},
    {"", "services", "", "get"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(rbac_test)

BOOST_AUTO_TEST_CASE(resources_with_the_same_verbs_share_a_rule) {
    const std::vector<policy_rule> expected{
        {{""}, {"pods", "services"}, {"get", "watch"}},
        {{""}, {"secrets"}, {"get"}},
        {{"apps"}, {"deployments", "replicasets"}, {"get", "watch"}},
        {{"my.domain"}, {"webservers/status"}, {"patch"}},
    };
    BOOST_TEST((merge_rules(accesses) == expected));
}

BOOST_AUTO_TEST_CASE(order_and_repetition_do_not_matter) {
    std::vector<resource_access> shuffled(accesses.rbegin(), accesses.rend());
    shuffled.insert(shuffled.end(), accesses.begin(), accesses.end());
    BOOST_TEST((merge_rules(shuffled) == merge_rules(accesses)));
    BOOST_TEST(merge_rules({}).empty());
}

BOOST_AUTO_TEST_CASE(rules_allow_exactly_the_requested_accesses) {
    const auto rules = merge_rules(accesses);
    for (const resource_access& a : accesses) BOOST_TEST(allows(rules, a));
    BOOST_TEST(!allows(rules, {"", "secrets", "", "watch"}));
    BOOST_TEST(!allows(rules, {"my.domain", "webservers", "", "patch"}));
    BOOST_TEST(!allows(rules, {"", "deployments", "", "get"}));
    BOOST_TEST(allows({{{"*"}, {"*"}, {"get"}}}, {"any", "thing", "at/all", "get"}));
    BOOST_TEST(!allows({{{"*"}, {"*"}, {"get"}}}, {"any", "thing", "", "list"}));
}

BOOST_AUTO_TEST_CASE(role_is_printed_with_its_rules) {
    const std::vector<resource_access> one{{"", "pods", "", "watch"}, {"", "pods", "", "get"}};
    BOOST_TEST(
        boost::json::serialize(cluster_role("web-manager", one)) ==
        R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","metadata":{"name":"web-manager"},)"
        R"("rules":[{"apiGroups":[""],"resources":["pods"],"verbs":["get","watch"]}]})");
    BOOST_TEST(boost::json::serialize(role("default", "web-manager", {})) ==
               R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role",)"
               R"("metadata":{"name":"web-manager","namespace":"default"},"rules":[]})");
}

BOOST_AUTO_TEST_SUITE_END()
