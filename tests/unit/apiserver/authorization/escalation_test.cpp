// Granting rights that the user does not hold (kubernetes' pkg/registry/rbac).

#include "apiserver/authorization/escalation.hpp"

#include "apiserver/authorization/rbac_authorizer.hpp"
#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using test::asks;
using test::binding;
using test::role;
using test::rule;
using test::user;

struct escalation_fixture {
    // "yes", or the status and message.
    std::string write(const char* kind, attributes request, const bj::object& now,
                      const bj::object* before = nullptr) const {
        request.group = "rbac.authorization.k8s.io";
        request.resource = kind == std::string_view("Role")          ? "roles"
                           : kind == std::string_view("ClusterRole") ? "clusterroles"
                           : kind == std::string_view("RoleBinding") ? "rolebindings"
                                                                     : "clusterrolebindings";
        const auto done = check.check(kind, request, now, before);
        return done ? "yes" : std::to_string(done.error().code) + " " + done.error().message;
    }
    void grant(const std::vector<policy_rule>& rules) {
        policy.set_role(role("", "held", rules));
        policy.set_binding(binding("", "held", "ClusterRole:held", {"User:jane"}));
    }

    rbac_policy policy{};
    rbac_authorizer rbac{policy};
    escalation_check check{rbac, policy};
    const user_ptr jane = user("jane", "devs,all");
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(escalation, escalation_fixture)

BOOST_AUTO_TEST_CASE(missing_rights_are_listed_compactly) {
    grant({rule("get", "", "pods")});
    const bj::object r =
        role("ns", "r", {rule("list,get,watch", "", "pods,nodes"), test::url_rule("get", "/x")});
    BOOST_TEST(write("Role", asks(jane, "create", "", "ns"), r) ==
               "403 roles.rbac.authorization.k8s.io \"r\" is forbidden: user \"jane\" (groups=[\"devs\" "
               "\"all\"]) is "
               "attempting to grant RBAC permissions not currently held:\n"
               "{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"list\" \"get\" \"watch\"]}\n"
               "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\" \"watch\"]}\n"
               "{NonResourceURLs:[\"/x\"], Verbs:[\"get\"]}");
}

BOOST_AUTO_TEST_CASE(held_rights_may_be_granted) {
    grant({rule("*", "", "pods")});
    BOOST_TEST(write("Role", asks(jane, "create", "", "ns"), role("ns", "r", {rule("get", "", "pods")})) ==
               "yes");
    BOOST_TEST(write("ClusterRole", asks(jane, "create", ""), role("", "r", {rule("get", "", "pods")})) ==
               "yes");
    // Rights in one namespace are not held in another.
    policy.set_role(role("ns", "local", {rule("get", "", "nodes")}));
    policy.set_binding(binding("ns", "local", "Role:local", {"Group:devs"}));
    const bj::object r = role("ns", "r", {rule("get", "", "nodes")});
    BOOST_TEST(write("Role", asks(jane, "create", "", "ns"), r) == "yes");
    BOOST_TEST(write("Role", asks(jane, "create", "", "other"), r).starts_with("403"));
}

BOOST_AUTO_TEST_CASE(masters_may_grant_everything) {
    BOOST_TEST(write("ClusterRole", asks(user("root", "system:masters"), "create", ""),
                     role("", "r", {rule("*", "*", "*")})) == "yes");
    BOOST_TEST(write("RoleBinding", asks(user("root", "system:masters"), "create", "", "ns"),
                     binding("ns", "b", "Role:gone", {})) == "yes");
}

BOOST_AUTO_TEST_CASE(escalate_verb_permits_any_rule) {
    grant({rule("escalate", "rbac.authorization.k8s.io", "roles", "-", "r")});
    const bj::object r = role("ns", "r", {rule("*", "*", "*")});
    BOOST_TEST(write("Role", asks(jane, "update", "", "ns", "r"), r, &r) == "yes");
    // The name of a create is not in its path.
    BOOST_TEST(write("Role", asks(jane, "create", "", "ns"), r).starts_with("403"));
    BOOST_TEST(write("ClusterRole", asks(jane, "update", "", "", "r"), role("", "r", {rule("*", "*", "*")}))
                   .starts_with("403"));
}

BOOST_AUTO_TEST_CASE(binding_needs_bind_or_held_rights) {
    policy.set_role(role("", "reader", {rule("get", "", "nodes")}));
    const bj::object b = binding("ns", "b", "ClusterRole:reader", {"User:joe"});
    const attributes create = asks(jane, "create", "", "ns");
    BOOST_TEST(write("RoleBinding", create, b) ==
               "403 rolebindings.rbac.authorization.k8s.io \"b\" is forbidden: user \"jane\" "
               "(groups=[\"devs\" \"all\"]) "
               "is attempting to grant RBAC permissions not currently held:\n"
               "{APIGroups:[\"\"], Resources:[\"nodes\"], Verbs:[\"get\"]}");
    grant({rule("bind", "rbac.authorization.k8s.io", "clusterroles", "-", "reader")});
    BOOST_TEST(write("RoleBinding", create, b) == "yes");
    BOOST_TEST(write("ClusterRoleBinding", asks(jane, "create", ""),
                     binding("", "b", "ClusterRole:reader", {})) == "yes");
    grant({rule("get", "", "*")});
    BOOST_TEST(write("RoleBinding", create, b) == "yes");
}

BOOST_AUTO_TEST_CASE(binding_to_missing_role_is_not_found) {
    BOOST_TEST(write("RoleBinding", asks(jane, "create", "", "ns"), binding("ns", "b", "Role:gone", {})) ==
               "404 rolebindings.rbac.authorization.k8s.io \"gone\" not found");
    BOOST_TEST(
        write("ClusterRoleBinding", asks(jane, "create", ""), binding("", "b", "ClusterRole:gone", {})) ==
        "404 clusterrolebindings.rbac.authorization.k8s.io \"gone\" not found");
    // Who may bind by any name may refer to roles that do not exist yet.
    grant({rule("bind", "rbac.authorization.k8s.io", "roles")});
    BOOST_TEST(write("RoleBinding", asks(jane, "create", "", "ns"), binding("ns", "b", "Role:gone", {})) ==
               "yes");
}

BOOST_AUTO_TEST_CASE(aggregation_needs_full_authority) {
    bj::object r = role("", "r", {});
    r["aggregationRule"] = test::parsed(R"({"clusterRoleSelectors":[{"matchLabels":{"a":"b"}}]})");
    const std::string refused =
        "403 clusterroles.rbac.authorization.k8s.io \"r\" is forbidden: must have cluster-admin privileges "
        "to use the "
        "aggregationRule";
    BOOST_TEST(write("ClusterRole", asks(jane, "create", ""), r) == refused);
    const bj::object plain = role("", "r", {});
    BOOST_TEST(write("ClusterRole", asks(jane, "update", "", "", "r"), plain, &r) == refused);
    BOOST_TEST(write("ClusterRole", asks(jane, "update", "", "", "r"), plain, &plain) == "yes");
    grant({rule("*", "*", "*"), test::url_rule("*", "*")});
    BOOST_TEST(write("ClusterRole", asks(jane, "create", ""), r) == "yes");
}

BOOST_AUTO_TEST_CASE(collector_may_change_owners_and_finalizers) {
    const bj::object before = role("ns", "r", {rule("*", "*", "*")});
    bj::object now = before;
    now["metadata"].as_object()["finalizers"] = bj::array{"a/b"};
    now["metadata"].as_object()["managedFields"] = bj::array{bj::object{{"manager", "x"}}};
    BOOST_TEST(write("Role", asks(jane, "update", "", "ns", "r"), now, &before) == "yes");
    now["metadata"].as_object()["labels"] = bj::object{{"a", "b"}};
    BOOST_TEST(write("Role", asks(jane, "update", "", "ns", "r"), now, &before).starts_with("403"));
    const bj::object b = binding("ns", "b", "Role:gone", {});
    BOOST_TEST(write("RoleBinding", asks(jane, "update", "", "ns", "b"), b, &b) == "yes");
}

BOOST_AUTO_TEST_CASE(errors_of_own_roles_are_appended) {
    policy.set_binding(binding("", "x", "ClusterRole:gone", {"User:jane"}));
    const auto text =
        escalation_text(policy, *jane, "", std::vector<policy_rule>{rule("get", "", "pods")}, "roles");
    BOOST_TEST_REQUIRE(text.has_value());
    BOOST_TEST(text->ends_with(
        "Verbs:[\"get\"]}; resolution errors: [roles.rbac.authorization.k8s.io \"gone\" not found]"));
    BOOST_TEST(!escalation_text(policy, *jane, "", {}, "roles").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
