// Decisions by roles and bindings (kubernetes' rbac_test.go, rule_test.go and subject_locator_test.go).

#include "apiserver/authorization/rbac_authorizer.hpp"

#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using test::asks;
using test::asks_path;
using test::binding;
using test::role;
using test::rule;
using test::url_rule;
using test::user;

struct rbac_fixture {
    rbac_policy policy{};
    rbac_authorizer rbac{policy};

    bool allows(const attributes& a) const { return rbac.authorize(a).allows(); }
    std::string reason(const attributes& a) const { return rbac.authorize(a).reason; }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(rbac, rbac_fixture)

BOOST_AUTO_TEST_CASE(role_binding_allows_in_its_namespace) {
    policy.set_role(role("", "admin", {rule("*", "*", "*", "*")}));
    policy.set_binding(binding("ns1", "b", "ClusterRole:admin", {"User:admin", "Group:admins"}));
    BOOST_TEST(allows(asks(user("admin"), "get", "Pods", "ns1")));
    BOOST_TEST(allows(asks(user("admin", "group1"), "watch", "Foobar", "ns1")));
    BOOST_TEST(allows(asks(user("joe", "group1,admins"), "watch", "Foobar", "ns1")));
    BOOST_TEST(!allows(asks(user("admin"), "get", "Pods", "ns2")));
    BOOST_TEST(!allows(asks(user("admin", "admins"), "get", "Nodes")));
    BOOST_TEST(!allows(asks(user("joe"), "get", "Pods", "ns1")));
    // A RoleBinding never allows paths.
    BOOST_TEST(!allows(asks_path(user("admin"), "get", "/apis")));
}

BOOST_AUTO_TEST_CASE(cluster_binding_allows_paths) {
    policy.set_role(role("", "getter", {url_rule("get", "/apis")}));
    policy.set_role(role("", "all", {url_rule("*", "/apis")}));
    policy.set_role(role("", "prefix", {url_rule("get", "/apis/*")}));
    policy.set_binding(binding("", "1", "ClusterRole:getter", {"User:foo", "Group:bar"}));
    policy.set_binding(binding("", "2", "ClusterRole:all", {"User:admin", "Group:admin"}));
    policy.set_binding(binding("", "3", "ClusterRole:prefix", {"User:prefixed", "Group:prefixed"}));
    for (const char* who : {"foo", "admin"}) BOOST_TEST(allows(asks_path(user(who), "get", "/apis")));
    for (const char* group : {"bar", "admin"}) BOOST_TEST(allows(asks_path(user("", group), "get", "/apis")));
    BOOST_TEST(allows(asks_path(user("admin"), "watch", "/apis")));
    BOOST_TEST(allows(asks_path(user("prefixed"), "get", "/apis/v1/foobar")));
    BOOST_TEST(!allows(asks_path(user("foo"), "watch", "/apis")));
    BOOST_TEST(!allows(asks_path(user("prefixed"), "get", "/api/v1")));
    BOOST_TEST(!allows(asks_path(user("admin"), "get", "/api/v1")));
}

BOOST_AUTO_TEST_CASE(reason_names_binding_role_and_subject) {
    policy.set_role(role("", "reader", {rule("get", "", "pods")}));
    policy.set_role(role("ns", "local", {rule("list", "", "pods")}));
    policy.set_binding(binding("", "all", "ClusterRole:reader", {"User:other", "Group:readers"}));
    policy.set_binding(
        binding("ns", "one", "Role:local", {"ServiceAccount:robot", "ServiceAccount:far/away"}));
    BOOST_TEST(reason(asks(user("jane", "readers"), "get", "pods", "ns")) ==
               R"(RBAC: allowed by ClusterRoleBinding "all" of ClusterRole "reader" to Group "readers")");
    BOOST_TEST(reason(asks(user("system:serviceaccount:ns:robot"), "list", "pods", "ns")) ==
               R"(RBAC: allowed by RoleBinding "one/ns" of Role "local" to ServiceAccount "robot/ns")");
    BOOST_TEST(reason(asks(user("system:serviceaccount:far:away"), "list", "pods", "ns")) ==
               R"(RBAC: allowed by RoleBinding "one/ns" of Role "local" to ServiceAccount "away/far")");
    BOOST_TEST(reason(asks(user("jane"), "get", "pods", "ns")) == "");
}

BOOST_AUTO_TEST_CASE(missing_roles_are_the_reason_of_refusal) {
    policy.set_binding(binding("", "a", "ClusterRole:gone", {"User:jane"}));
    BOOST_TEST(reason(asks(user("jane"), "get", "pods")) ==
               R"(RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found)");
    policy.set_binding(binding("ns", "b", "Role:lost", {"User:jane"}));
    policy.set_binding(binding("ns", "c", "Role:lost", {"User:jane"}));
    policy.set_binding(binding("ns", "d", "Thing:odd", {"User:jane"}));
    BOOST_TEST(
        reason(asks(user("jane"), "get", "pods", "ns")) ==
        R"(RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, )"
        R"(role.rbac.authorization.k8s.io "lost" not found, unsupported role reference kind: "Thing"])");
    // They do not matter when another binding allows.
    policy.set_role(role("", "reader", {rule("get", "", "pods")}));
    policy.set_binding(binding("", "z", "ClusterRole:reader", {"User:jane"}));
    BOOST_TEST(allows(asks(user("jane"), "get", "pods", "ns")));
}

BOOST_AUTO_TEST_CASE(subject_matches_kind_and_namespace) {
    const auto is = [](const char* kind, const char* name, const char* in, const user_ptr& who,
                       const char* binding_namespace) {
        return is_subject({kind, "", name, in}, *who, binding_namespace);
    };
    BOOST_TEST(is("User", "foobar", "", user("foobar"), ""));
    BOOST_TEST(!is("User", "*", "", user("foobar"), "default"));
    BOOST_TEST(!is("Group", "foobar", "", user("foobar"), ""));
    BOOST_TEST(is("Group", "foobar", "", user("zimzam", "foobar"), "ns"));
    BOOST_TEST(is("ServiceAccount", "default", "kube-system",
                  user("system:serviceaccount:kube-system:default"), "default"));
    BOOST_TEST(is("ServiceAccount", "default", "", user("system:serviceaccount:ns:default"), "ns"));
    BOOST_TEST(!is("ServiceAccount", "default", "", user("system:serviceaccount:ns:default"), ""));
    BOOST_TEST(!is("ServiceAccount", "default", "", user("system:serviceaccount::default"), ""));
    BOOST_TEST(!is("Robot", "foobar", "", user("foobar"), ""));
}

BOOST_AUTO_TEST_CASE(rules_are_collected_for_user_and_namespace) {
    policy.set_role(role("ns1", "read", {rule("get,watch", "v1", "pods"), rule("get", "v1", "services")}));
    policy.set_role(role("", "admin", {rule("*", "*", "*"), url_rule("get", "/healthz")}));
    policy.set_binding(binding("ns1", "b", "Role:read", {"User:foobar", "Group:group1"}));
    policy.set_binding(binding("", "b", "ClusterRole:admin", {"Group:admin"}));
    policy.set_binding(binding("", "c", "ClusterRole:gone", {"Group:admin"}));
    const rule_list in = rbac.rules_for(*user("foobar"), "ns1");
    BOOST_TEST_REQUIRE(in.resources.size() == 2u);
    BOOST_TEST((in.resources[0] == resource_rule{{"get", "watch"}, {"v1"}, {"pods"}, {}}));
    BOOST_TEST(in.errors.empty());
    BOOST_TEST(rbac.rules_for(*user("foobar"), "ns2").resources.empty());
    const rule_list admin = rbac.rules_for(*user("foobar", "admin"), "");
    BOOST_TEST(admin.resources.size() == 1u);
    BOOST_TEST_REQUIRE(admin.non_resources.size() == 1u);
    BOOST_TEST((admin.non_resources[0] == non_resource_rule{{"get"}, {"/healthz"}}));
    BOOST_TEST(joined_errors(admin.errors) == R"(clusterrole.rbac.authorization.k8s.io "gone" not found)");
    BOOST_TEST(!admin.is_incomplete);
}

BOOST_AUTO_TEST_CASE(index_follows_changes_of_bindings) {
    policy.set_role(role("", "reader", {rule("get", "", "pods")}));
    const bj::object first = binding("", "b", "ClusterRole:reader", {"User:jane", "User:jane", "Group:g"});
    const bj::object second = binding("", "b", "ClusterRole:reader", {"User:joe"});
    policy.change("ClusterRoleBinding", nullptr, &first);
    BOOST_TEST(allows(asks(user("jane"), "get", "pods")));
    BOOST_TEST(policy.bindings_of(*user("jane", "g,g"), "").size() == 1u);
    policy.change("ClusterRoleBinding", &first, &second);
    BOOST_TEST(!allows(asks(user("jane", "g"), "get", "pods")));
    BOOST_TEST(allows(asks(user("joe"), "get", "pods")));
    policy.change("ClusterRoleBinding", &second, nullptr);
    BOOST_TEST(!allows(asks(user("joe"), "get", "pods")));
    BOOST_TEST(policy.bindings_of(*user("joe"), "").empty());
    policy.change("ConfigMap", nullptr, &first);
    BOOST_TEST(policy.bindings_of(*user("jane", "g"), "").empty());
    const bj::object r = role("", "reader", {});
    policy.change("ClusterRole", &r, nullptr);
    BOOST_TEST((policy.rules_of({"", "ClusterRole", "reader"}, "") == nullptr));
    policy.remove_role("nowhere", "x");
    policy.remove_binding("nowhere", "x");
}

BOOST_AUTO_TEST_CASE(kind_role_never_means_a_cluster_role) {
    policy.set_role(role("", "x", {rule("*", "*", "*")}));
    policy.set_binding(binding("", "a", "Role:x", {"User:jane"}));
    policy.set_binding(binding("ns", "a", "Role:x", {"User:jane"}));
    BOOST_TEST(!allows(asks(user("jane"), "get", "pods", "ns")));
    policy.set_role(role("ns", "x", {rule("get", "", "pods")}));
    BOOST_TEST(allows(asks(user("jane"), "get", "pods", "ns")));
    BOOST_TEST(!allows(asks(user("jane"), "get", "pods", "other")));
}

BOOST_AUTO_TEST_CASE(only_own_bindings_are_visited) {
    policy.set_role(role("", "reader", {rule("get", "", "pods")}));
    for (int i = 0; i < 5'000; ++i) {
        const std::string n = std::to_string(i);
        policy.set_binding(binding("", "b" + n, "ClusterRole:reader", {"User:u" + n, "Group:g" + n}));
        policy.set_binding(binding("ns", "b" + n, "ClusterRole:reader", {"ServiceAccount:s" + n}));
    }
    BOOST_TEST(policy.bindings_of(*user("u7", "g9,g3"), "ns").size() == 3u);
    BOOST_TEST(policy.bindings_of(*user("system:serviceaccount:ns:s7"), "ns").size() == 1u);
    BOOST_TEST(policy.bindings_of(*user("nobody"), "ns").empty());
}

BOOST_AUTO_TEST_CASE(objects_without_fields_allow_nothing) {
    policy.set_role(
        test::parsed(R"({"metadata":{"name":"r"},"rules":[null,"x",{},{"verbs":"*","resources":["*"]}]})"));
    policy.set_role(test::parsed(R"({"metadata":{"name":"s"},"rules":"x"})"));
    policy.set_binding(test::parsed(R"({"metadata":{"name":"a"}})"));
    policy.set_binding(test::parsed(
        R"({"metadata":{"name":"b"},"roleRef":{"kind":"ClusterRole","name":"r"},"subjects":[null,{},{"kind":"User"},{"kind":"Group"}]})"));
    BOOST_TEST(!allows(asks(user("jane", "a,b"), "get", "pods")));
    BOOST_TEST(!allows(asks(user("", ""), "get", "pods")));
    BOOST_TEST(policy.bindings_of(*user("jane", "a,b"), "").empty());
}

BOOST_AUTO_TEST_SUITE_END()
