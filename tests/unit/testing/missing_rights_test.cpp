// What a refusal says is missing, and the rules that are proposed.
#include "testkit/testing/missing_rights.hpp"

#include "apiserver/registry/registry.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using testing::missing_right, testing::read_refusal;

BOOST_AUTO_TEST_SUITE(missing_rights_test)

namespace {

const apiserver::registry& kinds() {
    static const apiserver::registry all = [] {
        apiserver::registry r;
        apiserver::add_builtin_resources(r);
        return r;
    }();
    return all;
}

std::string status(std::string_view message) {
    return boost::json::serialize(boost::json::object{{"kind", "Status"}, {"message", message}});
}

std::string refusal(std::string_view what) {
    return status(
        std::string(R"(x is forbidden: User "system:serviceaccount:kube-system:op" cannot )").append(what));
}

http::server_request request(std::string type = "application/json", std::string body = "{}") {
    http::server_request r;
    r.method = "PATCH";
    r.headers = {{"Content-Type", std::move(type)}};
    r.body = std::move(body);
    return r;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_refusal_names_verb_resource_and_namespace) {
    const auto r = read_refusal(
        R"(deployments.apps "a" is forbidden: User "op" cannot patch resource "deployments/status" in API group "apps" in the namespace "shop")");
    BOOST_REQUIRE(r);
    BOOST_CHECK((r->access == resource_access{"apps", "deployments", "status", "patch"}));
    BOOST_TEST(r->where == "in the namespace \"shop\"");
    BOOST_TEST(r->words() == "patch deployments.apps/status");
}

BOOST_AUTO_TEST_CASE(a_refusal_of_the_cluster_or_of_a_path) {
    const auto nodes = read_refusal(
        R"(nodes is forbidden: User "op" cannot list resource "nodes" in API group "" at the cluster scope: RBAC: not found)");
    BOOST_REQUIRE(nodes);
    BOOST_TEST(nodes->words() == "list nodes");
    BOOST_TEST(nodes->where == "at the cluster scope");
    const auto path = read_refusal(R"(forbidden: User "op" cannot get path "/metrics")");
    BOOST_REQUIRE(path);
    BOOST_TEST(path->words() == "get /metrics");
    BOOST_TEST(testing::rules_yaml({*path}, "") == "- nonResourceURLs: [\"/metrics\"]\n  verbs: [\"get\"]\n");
}

BOOST_AUTO_TEST_CASE(other_403s_are_not_about_rights) {
    for (const char* other :
         {R"(pods "a" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1)",
          R"(admission webhook "a.example.com" denied the request: User "x" cannot do that)", "",
          R"(x is forbidden: User "op" cannot list resource "pods)", R"(x is forbidden: User "op)"})
        BOOST_TEST(!read_refusal(other), other);
    testing::missing_rights m;
    BOOST_TEST(!m.note("op", request(), "not JSON", kinds(), "1 s"));
    BOOST_TEST(!m.note("op", request(), status("exceeded quota"), kinds(), "1 s"));
    BOOST_TEST(m.empty());
}

BOOST_AUTO_TEST_CASE(a_right_is_named_once_with_its_rule) {
    testing::missing_rights m;
    const std::string body =
        refusal(R"(get resource "configmaps" in API group "" in the namespace "default")");
    BOOST_TEST(m.note("op", request(), body, kinds(), "1 s"));
    BOOST_TEST(!m.note("op", request(), body, kinds(), "2 s"));
    const std::string list = refusal(R"(list resource "configmaps" in API group "" at the cluster scope)");
    BOOST_TEST(m.note("op", request(), list, kinds(), "3 s"));
    BOOST_TEST(m.text(kinds()) ==
               R"(missing rights: the roles of op do not allow what it does
  get configmaps in the namespace "default" (2 times, first at 1 s)
  list configmaps at the cluster scope (at 3 s)
  Declare it, in the controller or the manager:
    .uses<kinds::config_map>({verb::get, verb::list})
  which adds to the Role:
    - apiGroups: [""]
      resources: ["configmaps"]
      verbs: ["get", "list"])");
}

BOOST_AUTO_TEST_CASE(an_apply_needs_the_verb_create_too) {
    testing::missing_rights m;
    const std::string body =
        refusal(R"(patch resource "secrets" in API group "" in the namespace "default")");
    BOOST_TEST(m.note("op", request("application/apply-patch+yaml"), body, kinds(), "1 s"));
    const std::string text = m.text(kinds());
    BOOST_TEST(text.find(".uses<kinds::secret>({verb::create, verb::patch})") != std::string::npos, text);
    BOOST_TEST(text.find(R"(verbs: ["create", "patch"])") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(verbs_and_kinds_are_spelled_as_in_code) {
    missing_right r;
    r.access = {"storage.k8s.io", "csidrivers", "", "deletecollection"};
    missing_right ns;
    ns.access = {"", "namespaces", "", "delete"};
    missing_right scale;
    scale.access = {"apps", "statefulsets", "scale", "update"};
    missing_right other;
    other.access = {"example.com", "dials", "status", "patch"};
    const auto all = testing::declarations_of({r, ns, scale, other}, kinds());
    const std::vector<std::string> expected{
        "uses<kinds::namespace_>({verb::remove})", "uses<kinds::stateful_set>({verb::update}, \"scale\")",
        "uses<T>({verb::patch}, \"status\")", "uses<kinds::csi_driver>({verb::remove_collection})"};
    BOOST_TEST(all == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_blocking_owner_needs_a_right_on_its_finalizers) {
    testing::missing_rights m;
    const std::string object =
        R"({"metadata":{"ownerReferences":[{"apiVersion":"apps/v1","kind":"Deployment","name":"a","blockOwnerDeletion":true},)"
        R"({"apiVersion":"v1","kind":"Pod","name":"b"}]}})";
    const std::string body = status(
        R"(replicasets.apps "a" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>)");
    BOOST_TEST(m.note("op", request("application/json", object), body, kinds(), "1 s"));
    const std::string text = m.text(kinds());
    BOOST_TEST(text.find("update deployments.apps/finalizers") != std::string::npos, text);
    BOOST_TEST(text.find("pods") == std::string::npos, text);
    BOOST_TEST(text.find(".uses<kinds::deployment>({verb::update}, \"finalizers\")") != std::string::npos,
               text);
}

BOOST_AUTO_TEST_CASE(a_change_of_owners_needs_the_right_to_delete) {
    http::server_request r = request();
    r.target = "/api/v1/namespaces/default/pods/a?fieldManager=op";
    const std::string body =
        status(R"(pods "a" is forbidden: cannot set an ownerRef on a resource you can't delete: , <nil>)");
    const auto all = testing::refused_rights(r, body, kinds());
    BOOST_REQUIRE(all.size() == 1u);
    BOOST_TEST(all.front().words() == "delete pods");
}

BOOST_AUTO_TEST_CASE(rights_that_may_not_be_granted_are_named_too) {
    testing::missing_rights m;
    const std::string message =
        R"(roles.rbac.authorization.k8s.io "a" is forbidden: user "op" (groups=["x"]) is attempting to grant RBAC permissions not currently held:)";
    BOOST_TEST(m.note("op", request(), status(message), kinds(), "1 s"));
    BOOST_TEST(!m.note("op", request(), status(message), kinds(), "2 s"));
    BOOST_TEST(m.text(kinds()).ends_with(message));
}

BOOST_AUTO_TEST_SUITE_END()
