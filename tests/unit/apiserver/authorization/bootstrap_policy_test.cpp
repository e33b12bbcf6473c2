// Completes the initial roles and bindings (component-helpers' reconcile_role_test.go and
// reconcile_rolebindings_test.go; kubernetes' storage_rbac.go).

#include "apiserver/authorization/bootstrap_policy.hpp"

#include "apiserver/authorization/policy_rule.hpp"
#include "apiserver/authorization/rbac_authorizer.hpp"
#include "apiserver/authorization/rule_coverage.hpp"
#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <map>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using operation = reconciled_object::operation;
using test::binding;
using test::parsed;
using test::role;
using test::rule;

bj::object with_meta(bj::object o, const char* field, const char* text) {
    o["metadata"].as_object()[field] = parsed(text);
    return o;
}
bj::object aggregated(bj::object o, const char* selectors) {
    o["aggregationRule"] = parsed(std::string("{\"clusterRoleSelectors\":") + selectors + "}");
    return o;
}
std::string text(const bj::value& v) {
    return json_text::serialize(v);
}

bj::object recorded_policy() {
    std::ifstream in(SETPOINT_SOURCE_DIR "/src/apiserver/server/tables/initial_objects.json");
    return parsed(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bootstrap_policy)

BOOST_AUTO_TEST_CASE(missing_object_is_created) {
    const bj::object r = role("", "r", {rule("get", "", "pods")});
    const reconciled_object out = reconciled_role(r, nullptr);
    BOOST_TEST((out.needed == operation::create));
    BOOST_TEST((out.object == r));
    BOOST_TEST(
        (reconciled_binding(binding("", "b", "ClusterRole:r", {}), nullptr).needed == operation::create));
}

BOOST_AUTO_TEST_CASE(complete_object_is_left_alone) {
    const bj::object r = with_meta(role("", "r", {rule("get", "", "pods")}), "labels", R"({"a":"b"})");
    BOOST_TEST((reconciled_role(r, &r).needed == operation::none));
    const bj::object more =
        with_meta(role("", "r", {rule("*", "*", "*")}), "labels", R"({"a":"other","c":"d"})");
    BOOST_TEST((reconciled_role(r, &more).needed == operation::none));
    const bj::object b = binding("", "b", "ClusterRole:r", {"User:jane"});
    const bj::object extra = binding("", "b", "ClusterRole:r", {"User:joe", "User:jane"});
    BOOST_TEST((reconciled_binding(b, &extra).needed == operation::none));
}

BOOST_AUTO_TEST_CASE(missing_rules_and_labels_are_added) {
    const bj::object expected =
        with_meta(with_meta(role("", "r", {rule("get,list", "", "pods,nodes")}), "labels", R"({"a":"b"})"),
                  "annotations", R"({"x":"y"})");
    const bj::object existing = with_meta(role("", "r", {rule("get", "", "pods"), rule("put", "", "x")}),
                                          "labels", R"({"a":"mine"})");
    const reconciled_object out = reconciled_role(expected, &existing);
    BOOST_TEST((out.needed == operation::update));
    BOOST_TEST(out.must_be_written());
    BOOST_TEST(text(out.object.at("metadata").at("labels")) == R"({"a":"mine"})");
    BOOST_TEST(text(out.object.at("metadata").at("annotations")) == R"({"x":"y"})");
    const auto rules = read_rules(out.object);
    BOOST_TEST_REQUIRE(rules.size() == 5u);
    BOOST_TEST(rule_text(rules[1]) == R"({APIGroups:[""], Resources:["x"], Verbs:["put"]})");
    BOOST_TEST(rule_text(rules[2]) == R"({APIGroups:[""], Resources:["pods"], Verbs:["list"]})");
    BOOST_TEST((reconciled_role(expected, &out.object).needed == operation::none));
}

BOOST_AUTO_TEST_CASE(annotation_opts_out) {
    const char* off = R"({"rbac.authorization.kubernetes.io/autoupdate":"false"})";
    const bj::object r = with_meta(role("", "r", {}), "annotations", off);
    const reconciled_object out = reconciled_role(role("", "r", {rule("get", "", "pods")}), &r);
    BOOST_TEST((out.needed == operation::update));
    BOOST_TEST(!out.must_be_written());
    const bj::object b = with_meta(binding("", "b", "ClusterRole:x", {}), "annotations", off);
    BOOST_TEST(!reconciled_binding(binding("", "b", "ClusterRole:y", {}), &b).must_be_written());
    const bj::object on = with_meta(role("", "r", {}), "annotations",
                                    R"({"rbac.authorization.kubernetes.io/autoupdate":"true"})");
    BOOST_TEST(reconciled_role(role("", "r", {rule("get", "", "pods")}), &on).must_be_written());
}

BOOST_AUTO_TEST_CASE(aggregation_is_added_or_removed) {
    const bj::object plain = role("", "r", {});
    const bj::object one = aggregated(plain, R"([{"matchLabels":{"a":"b"}}])");
    const bj::object two = aggregated(plain, R"([{"matchLabels":{"c":"d"}},{"matchLabels":{"a":"b"}}])");
    BOOST_TEST((reconciled_role(one, &two).needed == operation::none));
    BOOST_TEST(text(reconciled_role(two, &one).object.at("aggregationRule")) ==
               R"({"clusterRoleSelectors":[{"matchLabels":{"a":"b"}},{"matchLabels":{"c":"d"}}]})");
    BOOST_TEST((reconciled_role(one, &plain).object == one));
    const reconciled_object removed = reconciled_role(plain, &one);
    BOOST_TEST((removed.needed == operation::update));
    BOOST_TEST(!removed.object.contains("aggregationRule"));
}

BOOST_AUTO_TEST_CASE(missing_subjects_are_added_once) {
    const bj::object expected = binding("", "b", "ClusterRole:r", {"User:jane", "Group:g", "User:jane"});
    const bj::object existing = binding("", "b", "ClusterRole:r", {"User:joe", "Group:g"});
    const reconciled_object out = reconciled_binding(expected, &existing);
    BOOST_TEST((out.needed == operation::update));
    BOOST_TEST((out.object == binding("", "b", "ClusterRole:r", {"User:joe", "Group:g", "User:jane"})));
}

BOOST_AUTO_TEST_CASE(binding_to_other_role_is_made_again) {
    const bj::object expected = binding("", "b", "ClusterRole:r", {"User:jane"});
    const bj::object existing = binding("", "b", "ClusterRole:other", {"User:joe"});
    const reconciled_object out = reconciled_binding(expected, &existing);
    BOOST_TEST((out.needed == operation::recreate));
    BOOST_TEST((out.object == expected));
}

BOOST_AUTO_TEST_CASE(roles_of_old_servers_are_moved) {
    std::map<std::string, bj::object, std::less<>> stored;
    const policy_lookup find = [&](std::string_view name) {
        const auto at = stored.find(name);
        return at == stored.end() ? nullptr : &at->second;
    };
    BOOST_TEST(roles_of_old_servers(find).empty());
    stored["edit"] = role("", "edit", {rule("get", "", "x")});
    stored["edit"]["metadata"].as_object()["resourceVersion"] = "7";
    const auto moved = roles_of_old_servers(find);
    BOOST_TEST_REQUIRE(moved.size() == 1u);
    BOOST_TEST((moved[0] == role("", "system:aggregate-to-edit", {rule("get", "", "x")})));
    stored["edit"] = aggregated(stored["edit"], "[]");
    BOOST_TEST(roles_of_old_servers(find).empty());

    const bj::object viewer = binding("", "system:public-info-viewer", "ClusterRole:v", {"Group:a"});
    BOOST_TEST(!binding_of_old_servers(viewer, find).has_value());
    stored["system:discovery"] = binding("", "system:discovery", "ClusterRole:d", {"User:mine"});
    BOOST_TEST((binding_of_old_servers(viewer, find).value() ==
                binding("", "system:public-info-viewer", "ClusterRole:v", {"User:mine"})));
    stored["system:public-info-viewer"] = viewer;
    BOOST_TEST(!binding_of_old_servers(viewer, find).has_value());
}

BOOST_AUTO_TEST_CASE(recorded_policy_is_complete_and_works) {
    const bj::object all = recorded_policy();
    rbac_policy policy;
    for (const char* list : {"clusterroles", "roles"})
        for (const bj::value& o : all.at(list).as_array()) {
            policy.set_role(o.as_object());
            BOOST_TEST((reconciled_role(o.as_object(), &o.as_object()).needed == operation::none));
        }
    for (const char* list : {"clusterrolebindings", "rolebindings"})
        for (const bj::value& o : all.at(list).as_array()) {
            policy.set_binding(o.as_object());
            const role_binding b = read_binding(o.as_object());
            BOOST_TEST((policy.rules_of(b.role, b.namespace_name) != nullptr), b.name);
            BOOST_TEST((reconciled_binding(o.as_object(), &o.as_object()).needed == operation::none));
        }
    const rbac_authorizer rbac(policy);
    const auto allowed = [&](const user_ptr& who, const char* verb, const char* what, const char* in = "",
                             const char* name = "") {
        return rbac.authorize(test::asks(who, verb, what, in, name)).allows();
    };
    BOOST_TEST(allowed(test::user("root", "system:masters"), "delete", "nodes"));
    BOOST_TEST(allowed(test::user("system:kube-scheduler"), "create", "pods:binding", "ns"));
    BOOST_TEST(!allowed(test::user("system:kube-scheduler"), "create", "pods", "ns"));
    BOOST_TEST(allowed(test::user("system:serviceaccount:kube-system:deployment-controller"), "update",
                       "apps/deployments:status", "ns"));
    BOOST_TEST(!allowed(test::user("system:serviceaccount:other:deployment-controller"), "update",
                        "apps/deployments:status", "ns"));
    BOOST_TEST(!allowed(test::node_user("n"), "get", "nodes", "", "n"));
    BOOST_TEST(allowed(test::user("jane", "system:authenticated"), "create",
                       "authorization.k8s.io/selfsubjectaccessreviews"));
    const auto path = [&](const char* group, const char* where) {
        return rbac.authorize(test::asks_path(test::user("x", group), "get", where)).allows();
    };
    BOOST_TEST(path("system:unauthenticated", "/version"));
    BOOST_TEST(!path("system:unauthenticated", "/openapi/v2"));
    BOOST_TEST(path("system:authenticated", "/apis/apps/v1"));
    BOOST_TEST(!path("system:authenticated", "/metrics"));
    BOOST_TEST(path("system:monitoring", "/metrics"));
}

// policy_test.go: reading these would give more than reading.
BOOST_AUTO_TEST_CASE(view_role_reads_no_secrets_or_connections) {
    rbac_policy policy;
    const bj::object all = recorded_policy();
    for (const bj::value& o : all.at("clusterroles").as_array()) policy.set_role(o.as_object());
    const auto* view = policy.rules_of({"", "ClusterRole", "system:aggregate-to-view"}, "");
    const auto* edit = policy.rules_of({"", "ClusterRole", "system:aggregate-to-edit"}, "");
    BOOST_TEST_REQUIRE((view != nullptr && edit != nullptr));
    for (const char* resource :
         {"secrets", "pods/attach", "pods/proxy", "pods/exec", "pods/portforward", "services/proxy"}) {
        const std::vector<policy_rule> wanted{rule("get,list,watch", "", resource)};
        BOOST_TEST(missing_rules(*view, wanted).size() == 3u, resource);
        BOOST_TEST(missing_rules(*edit, wanted).empty(), resource);
    }
}

BOOST_AUTO_TEST_SUITE_END()
