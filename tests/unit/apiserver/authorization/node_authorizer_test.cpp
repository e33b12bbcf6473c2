// What kubelets may do (kubernetes' node_authorizer_test.go and graph_test.go).

#include "apiserver/authorization/node_authorizer.hpp"

#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using test::asks;
using test::node_user;
using test::parsed;

struct nodes_fixture {
    nodes_fixture() {
        add("Pod", R"({"metadata":{"namespace":"ns0","name":"pod0","uid":"1"},"spec":{"nodeName":"node0",
            "serviceAccountName":"account0","imagePullSecrets":[{"name":"pull0"}],
            "containers":[{"name":"c","envFrom":[{"configMapRef":{"name":"map-env"}}],
              "env":[{"name":"x","valueFrom":{"secretKeyRef":{"name":"secret-env","key":"k"}}}]}],
            "volumes":[{"name":"a","secret":{"secretName":"secret0"}},{"name":"b","configMap":{"name":"map0"}},
              {"name":"c","persistentVolumeClaim":{"claimName":"claim0"}},{"name":"d","ephemeral":{}},
              {"name":"e","projected":{"sources":[{"secret":{"name":"secret-projected"}},{"configMap":{"name":"map-projected"}}]}},
              {"name":"f","csi":{"driver":"x","nodePublishSecretRef":{"name":"secret-csi"}}}],
            "resourceClaims":[{"name":"direct","resourceClaimName":"rc0"},{"name":"made","resourceClaimTemplateName":"t"},
              {"name":"waits","resourceClaimTemplateName":"t"}]},
            "status":{"resourceClaimStatuses":[{"name":"made","resourceClaimName":"rc-made"}],
              "extendedResourceClaimStatus":{"resourceClaimName":"rc-extended"}}})");
        add("Pod", R"({"metadata":{"namespace":"ns0","name":"pod1","uid":"2"},"spec":{"nodeName":"node1",
            "serviceAccountName":"account1","volumes":[{"name":"a","secret":{"secretName":"secret1"}},
            {"name":"s","secret":{"secretName":"shared"}}]}})");
        add("PersistentVolume",
            R"({"metadata":{"name":"pv0"},"spec":{"claimRef":{"namespace":"ns0","name":"claim0"},
            "csi":{"driver":"d","volumeHandle":"h","nodePublishSecretRef":{"namespace":"ns0","name":"secret-pv"},
              "controllerPublishSecretRef":{"namespace":"ns0","name":"secret-controller"}}}})");
        add("VolumeAttachment", R"({"metadata":{"name":"attachment0"},"spec":{"nodeName":"node0"}})");
        add("ResourceSlice", R"({"metadata":{"name":"slice0"},"spec":{"nodeName":"node0"}})");
        add("PodCertificateRequest",
            R"({"metadata":{"namespace":"ns0","name":"pcr0"},"spec":{"nodeName":"node0"}})");
    }

    void add(const char* kind, const char* text) {
        const bj::object o = parsed(text);
        graph.change(kind, nullptr, &o);
    }

    // "yes", or the reason.
    std::string answer(attributes a) const {
        const decision d = nodes.authorize(a);
        return d.allows() ? "yes" : d.reason.empty() ? "no" : d.reason;
    }
    std::string by_node0(const char* verb, const char* what, const char* in = "",
                         const char* name = "") const {
        return answer(asks(node_user("node0"), verb, what, in, name));
    }
    std::string selecting(const char* verb, const char* what, const char* field, const char* node,
                          const char* name = "") const {
        attributes a = asks(node_user("node0"), verb, what, "", name);
        a.fields.terms = {{field, node, true}};
        return answer(a);
    }

    node_graph graph{};
    node_authorizer nodes{graph,
                          {test::rule("create", "", "events"), test::url_rule("get", "/version")},
                          {.pod_certificate_requests = true}};
    const std::string unrelated = "no relationship found between node 'node0' and this object";
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(node_authorization, nodes_fixture)

BOOST_AUTO_TEST_CASE(only_nodes_are_considered) {
    BOOST_TEST(answer(asks(test::user("jane", "system:nodes"), "create", "events", "ns0")) == "no");
    BOOST_TEST(answer(asks(test::user("system:node:node0"), "create", "events", "ns0")) == "no");
    BOOST_TEST(answer(asks(node_user(""), "create", "events", "ns0")) ==
               R"(unknown node for user "system:node:")");
    BOOST_TEST(by_node0("create", "events", "ns0") == "yes");
    BOOST_TEST(by_node0("delete", "events", "ns0") == "no");
    BOOST_TEST(answer(test::asks_path(node_user("node0"), "get", "/version")) == "yes");
    BOOST_TEST(answer(test::asks_path(node_user("node0"), "get", "/metrics")) == "no");
    const rule_list rules = nodes.rules_for(*node_user("node0"), "ns0");
    BOOST_TEST(rules.is_incomplete);
    BOOST_TEST(joined_errors(rules.errors) == "node authorizer does not support user rule resolution");
    BOOST_TEST(!nodes.rules_for(*test::user("jane"), "ns0").is_incomplete);
}

BOOST_AUTO_TEST_CASE(references_of_own_pods_are_readable) {
    for (const char* name : {"secret0", "secret-env", "secret-projected", "secret-csi", "pull0", "secret-pv"})
        BOOST_TEST(by_node0("get", "secrets", "ns0", name) == "yes", name);
    for (const char* name : {"map0", "map-env", "map-projected"})
        for (const char* verb : {"get", "list", "watch"})
            BOOST_TEST(by_node0(verb, "configmaps", "ns0", name) == "yes", verb << " " << name);
    for (const char* name : {"claim0", "pod0-d"})
        BOOST_TEST(by_node0("get", "persistentvolumeclaims", "ns0", name) == "yes", name);
    for (const char* name : {"rc0", "rc-made", "rc-extended"})
        BOOST_TEST(by_node0("get", "resource.k8s.io/resourceclaims", "ns0", name) == "yes", name);
    BOOST_TEST(by_node0("get", "persistentvolumes", "", "pv0") == "yes");
    BOOST_TEST(by_node0("get", "storage.k8s.io/volumeattachments", "", "attachment0") == "yes");
}

BOOST_AUTO_TEST_CASE(other_objects_are_refused) {
    for (const char* name : {"secret1", "shared", "secret-controller", "none"})
        BOOST_TEST(by_node0("get", "secrets", "ns0", name) == unrelated, name);
    BOOST_TEST(by_node0("get", "secrets", "ns1", "secret0") == unrelated);
    BOOST_TEST(by_node0("get", "configmaps", "ns0", "secret0") == unrelated);
    BOOST_TEST(by_node0("get", "persistentvolumes", "", "pv1") == unrelated);
    BOOST_TEST(answer(asks(node_user("node9"), "get", "secrets", "ns0", "secret0")) ==
               "no relationship found between node 'node9' and this object");
}

BOOST_AUTO_TEST_CASE(reads_are_limited_to_single_objects) {
    BOOST_TEST(by_node0("list", "secrets", "ns0") == "No Object name found");
    BOOST_TEST(by_node0("list", "secrets", "", "secret0") == "can only read namespaced object of this type");
    BOOST_TEST(by_node0("create", "secrets", "ns0", "secret0") == "can only read resources of this type");
    BOOST_TEST(by_node0("get", "secrets:x", "ns0", "secret0") == "cannot read subresource");
    BOOST_TEST(by_node0("list", "persistentvolumes", "", "pv0") ==
               "can only get individual resources of this type");
    BOOST_TEST(by_node0("get", "persistentvolumes:status", "", "pv0") == "cannot get subresource");
    BOOST_TEST(by_node0("update", "persistentvolumeclaims:status", "ns0", "claim0") == "yes");
    BOOST_TEST(by_node0("patch", "persistentvolumeclaims:status", "ns0", "claim1") == unrelated);
    BOOST_TEST(by_node0("get", "persistentvolumeclaims:status", "ns0", "claim0") ==
               "can only get/update/patch this type");
}

BOOST_AUTO_TEST_CASE(tokens_are_created_for_accounts_of_pods) {
    BOOST_TEST(by_node0("create", "serviceaccounts:token", "ns0", "account0") == "yes");
    BOOST_TEST(by_node0("create", "serviceaccounts:token", "ns0", "account1") == unrelated);
    BOOST_TEST(by_node0("create", "serviceaccounts", "ns0", "account0") ==
               "can only create token subresource of serviceaccount");
    BOOST_TEST(by_node0("create", "serviceaccounts:token", "ns0") ==
               "can only create tokens for individual service accounts");
    BOOST_TEST(by_node0("get", "serviceaccounts", "ns0", "account0") == "yes");
    BOOST_TEST(by_node0("get", "serviceaccounts", "ns0", "account1") == unrelated);
    const node_authorizer old(graph, {}, {.service_accounts_for_credentials = false});
    BOOST_TEST(old.authorize(asks(node_user("node0"), "get", "serviceaccounts", "ns0", "account0")).reason ==
               "not allowed to get service accounts");
}

BOOST_AUTO_TEST_CASE(own_lease_and_csi_node_are_writable) {
    for (const char* verb : {"get", "create", "update", "patch", "delete"}) {
        BOOST_TEST(by_node0(verb, "coordination.k8s.io/leases", "kube-node-lease", "node0") == "yes", verb);
        BOOST_TEST(by_node0(verb, "storage.k8s.io/csinodes", "", "node0") == "yes", verb);
    }
    BOOST_TEST(by_node0("create", "coordination.k8s.io/leases", "kube-node-lease") == "yes");
    BOOST_TEST(by_node0("list", "coordination.k8s.io/leases", "kube-node-lease") ==
               "can only get, create, update, patch, or delete a node lease");
    BOOST_TEST(by_node0("get", "coordination.k8s.io/leases", "default", "node0") ==
               R"(can only access leases in the "kube-node-lease" system namespace)");
    BOOST_TEST(by_node0("get", "coordination.k8s.io/leases", "kube-node-lease", "node1") ==
               "can only access node lease with the same name as the requesting node");
    BOOST_TEST(by_node0("update", "storage.k8s.io/csinodes", "", "node1") ==
               "can only access CSINode with the same name as the requesting node");
    BOOST_TEST(by_node0("get", "storage.k8s.io/csinodes:x", "", "node0") ==
               "cannot authorize CSINode subresources");
    BOOST_TEST(by_node0("watch", "storage.k8s.io/csinodes") ==
               "can only get, create, update, patch, or delete a CSINode");
}

BOOST_AUTO_TEST_CASE(slices_need_relation_or_field_selector) {
    const char* slices = "resource.k8s.io/resourceslices";
    BOOST_TEST(by_node0("create", slices) == "yes");
    for (const char* verb : {"get", "update", "patch", "delete"}) {
        BOOST_TEST(by_node0(verb, slices, "", "slice0") == "yes", verb);
        BOOST_TEST(by_node0(verb, slices, "", "slice1") == unrelated, verb);
    }
    for (const char* verb : {"list", "watch", "deletecollection"}) {
        BOOST_TEST(selecting(verb, slices, "spec.nodeName", "node0") == "yes", verb);
        BOOST_TEST(selecting(verb, slices, "spec.nodeName", "node1") ==
                       "can only list/watch/deletecollection resourceslices with nodeName field selector",
                   verb);
    }
    BOOST_TEST(
        by_node0("proxy", slices, "", "slice0") ==
        "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, "
        "delete, deletecollection");
    BOOST_TEST(by_node0("get", "resource.k8s.io/resourceslices:x", "", "slice0") ==
               "cannot authorize ResourceSlice subresources");
}

BOOST_AUTO_TEST_CASE(nodes_read_themselves_only) {
    BOOST_TEST(by_node0("get", "nodes", "", "node0") == "yes");
    BOOST_TEST(by_node0("watch", "nodes", "", "node0") == "yes");
    BOOST_TEST(by_node0("get", "nodes", "", "node1") ==
               "node 'node0' cannot read 'node1', only its own Node object");
    BOOST_TEST(by_node0("list", "nodes") == "node 'node0' cannot read all nodes, only its own Node object");
    // NodeRestriction checks the name.
    for (const char* verb : {"create", "update", "patch"})
        BOOST_TEST(by_node0(verb, "nodes", "", "node1") == "yes");
    BOOST_TEST(by_node0("patch", "nodes:status", "", "node0") == "yes");
    BOOST_TEST(by_node0("get", "nodes:status", "", "node0") == "no");
    BOOST_TEST(by_node0("delete", "nodes", "", "node0") == "no");
    BOOST_TEST(by_node0("get", "nodes:proxy", "", "node0") == "no");
}

BOOST_AUTO_TEST_CASE(pods_need_relation_or_field_selector) {
    BOOST_TEST(by_node0("get", "pods", "ns0", "pod0") == "yes");
    BOOST_TEST(by_node0("get", "pods", "ns0", "pod1") == unrelated);
    BOOST_TEST(by_node0("watch", "pods", "ns0", "pod0") == "yes");
    BOOST_TEST(by_node0("list", "pods", "ns0", "pod1") == unrelated);
    BOOST_TEST(selecting("list", "pods", "spec.nodeName", "node0") == "yes");
    BOOST_TEST(selecting("watch", "pods", "spec.nodeName", "node1") ==
               "can only list/watch pods with spec.nodeName field selector");
    BOOST_TEST(selecting("list", "pods", "status.phase", "node0") ==
               "can only list/watch pods with spec.nodeName field selector");
    for (const char* verb : {"create", "delete"}) BOOST_TEST(by_node0(verb, "pods", "ns0", "x") == "yes");
    BOOST_TEST(by_node0("update", "pods", "ns0", "pod0") == "no");
    BOOST_TEST(by_node0("update", "pods:status", "ns0", "x") == "yes");
    BOOST_TEST(by_node0("create", "pods:eviction", "ns0", "x") == "yes");
    BOOST_TEST(by_node0("get", "pods:log", "ns0", "pod0") == "no");
}

BOOST_AUTO_TEST_CASE(certificate_requests_need_their_gate) {
    const char* requests = "certificates.k8s.io/podcertificaterequests";
    BOOST_TEST(by_node0("create", requests, "ns0") == "yes");
    BOOST_TEST(by_node0("get", requests, "ns0", "pcr0") == "yes");
    BOOST_TEST(by_node0("get", requests, "ns0", "pcr1") == unrelated);
    BOOST_TEST(selecting("list", requests, "spec.nodeName", "node0") == "yes");
    BOOST_TEST(by_node0("list", requests) ==
               "can only list/watch podcertificaterequests with nodeName field selector");
    BOOST_TEST(by_node0("update", requests, "ns0", "pcr0") == "nodes may not update podcertificaterequests");
    BOOST_TEST(by_node0("get", "certificates.k8s.io/podcertificaterequests:status", "ns0", "pcr0") ==
               "nodes may not access the status subresource of PodCertificateRequests");
    const node_authorizer off(graph, {}, {});
    BOOST_TEST(!off.authorize(asks(node_user("node0"), "create", requests, "ns0")).allows());
}

BOOST_AUTO_TEST_CASE(selector_that_excludes_a_node_is_refused) {
    attributes a = asks(node_user("node0"), "list", "pods");
    a.fields.terms = {{"spec.nodeName", "node0", false}};
    BOOST_TEST(!nodes.authorize(a).allows());
}

BOOST_AUTO_TEST_SUITE_END()
