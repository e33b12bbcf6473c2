// The roles and bindings of every server in a store that an earlier run left (kubernetes, storage_rbac.go).
#include "apiserver/server/bootstrap_roles.hpp"

#include "../rest/api_fixture.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(bootstrap_roles)

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* cluster_roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
constexpr const char* cluster_bindings = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";

struct policy_fixture : api_fixture {
    void start() {
        const bj::value all = bj::parse(R"({
            "clusterroles": [{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole",
                "metadata": {"name": "reader", "labels": {"kubernetes.io/bootstrapping": "rbac-defaults"}},
                "rules": [{"apiGroups": [""], "resources": ["pods", "nodes"], "verbs": ["get"]}]},
                {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole",
                "metadata": {"name": "view"}, "rules": [], "aggregationRule": {"clusterRoleSelectors":
                [{"matchLabels": {"rbac.authorization.k8s.io/aggregate-to-view": "true"}}]}}],
            "clusterrolebindings": [{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding",
                "metadata": {"name": "readers"},
                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "reader"},
                "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "g"}]}],
            "roles": [{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role",
                "metadata": {"name": "leader", "namespace": "default"},
                "rules": [{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["get"]}]}],
            "services": [{"kind": "Service", "metadata": {"name": "ignored"}}]})");
        reconcile_bootstrap_roles(*w, all.as_object());
    }
    bj::object role(const std::string& name) { return tree("GET", cluster_roles + ("/" + name)); }
    bj::object readers() { return tree("GET", cluster_bindings + std::string("/readers")); }
    void make(const char* path, const std::string& body) {
        BOOST_TEST_REQUIRE(ask("POST", path, body).status == 201);
    }
    static std::string version_of(const bj::object& o) {
        return std::string(text_at(object_of(o, "metadata"), "resourceVersion"));
    }
    static std::string uid_of(const bj::object& o) {
        return std::string(text_at(object_of(o, "metadata"), "uid"));
    }
};

BOOST_FIXTURE_TEST_CASE(missing_objects_are_created, policy_fixture) {
    start();
    BOOST_TEST(list_of(role("reader"), "rules").size() == 1U);
    BOOST_TEST(list_of(readers(), "subjects").size() == 1U);
    BOOST_TEST(ask("GET", "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles/leader").status ==
               200);
}

BOOST_FIXTURE_TEST_CASE(second_start_changes_nothing, policy_fixture) {
    start();
    const std::uint64_t before = w->store.revision();
    start();
    BOOST_TEST(w->store.revision() == before);
}

BOOST_FIXTURE_TEST_CASE(removed_rule_and_label_return, policy_fixture) {
    make(cluster_roles, R"({"metadata":{"name":"reader"},"rules":[
        {"apiGroups":[""],"resources":["pods"],"verbs":["get"]},
        {"apiGroups":["apps"],"resources":["deployments"],"verbs":["get"]}]})");
    const bj::object before = role("reader");
    start();
    const bj::object now = role("reader");
    const bj::array& rules = list_of(now, "rules");
    BOOST_TEST_REQUIRE(rules.size() == 3U);
    BOOST_TEST(text_at(object_of(now, {"metadata", "labels"}), "kubernetes.io/bootstrapping") ==
               "rbac-defaults");
    // What people have added remains, and so does the object.
    BOOST_TEST(list_of(rules[1].as_object(), "resources")[0].as_string() == "deployments");
    BOOST_TEST(list_of(rules[2].as_object(), "resources")[0].as_string() == "nodes");
    BOOST_TEST(uid_of(now) == uid_of(before));
    BOOST_TEST(version_of(now) != version_of(before));
}

BOOST_FIXTURE_TEST_CASE(protected_role_stays_as_it_is, policy_fixture) {
    make(cluster_roles, R"({"metadata":{"name":"reader",
        "annotations":{"rbac.authorization.kubernetes.io/autoupdate":"false"}},"rules":[]})");
    const std::string before = version_of(role("reader"));
    start();
    BOOST_TEST(version_of(role("reader")) == before);
}

BOOST_FIXTURE_TEST_CASE(removed_subject_returns, policy_fixture) {
    make(cluster_bindings,
         R"({"metadata":{"name":"readers"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",
        "kind":"ClusterRole","name":"reader"},"subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io",
        "name":"jane"}]})");
    start();
    const bj::object now = readers();
    const bj::array& subjects = list_of(now, "subjects");
    BOOST_TEST_REQUIRE(subjects.size() == 2U);
    BOOST_TEST(text_at(subjects[1].as_object(), "name") == "g");
}

BOOST_FIXTURE_TEST_CASE(binding_to_another_role_is_made_again, policy_fixture) {
    make(cluster_bindings,
         R"({"metadata":{"name":"readers"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",
        "kind":"ClusterRole","name":"cluster-admin"},"subjects":[]})");
    const std::string before = uid_of(readers());
    start();
    const bj::object now = readers();
    BOOST_TEST(text_at(object_of(now, "roleRef"), "name") == "reader");
    BOOST_TEST(uid_of(now) != before);
}

BOOST_FIXTURE_TEST_CASE(old_servers_view_is_split, policy_fixture) {
    make(cluster_roles, R"({"metadata":{"name":"view"},"rules":[
        {"apiGroups":["example.com"],"resources":["foos"],"verbs":["get"]}]})");
    start();
    const bj::object split = role("system:aggregate-to-view");
    const bj::array& rules = list_of(split, "rules");
    BOOST_TEST_REQUIRE(rules.size() == 1U);
    BOOST_TEST(list_of(rules[0].as_object(), "resources")[0].as_string() == "foos");
    BOOST_TEST(uid_of(split) != uid_of(role("view")));
}

BOOST_AUTO_TEST_SUITE_END()
