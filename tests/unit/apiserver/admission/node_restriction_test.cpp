// What a kubelet may write: cases of plugin/pkg/admission/noderestriction/admission_test.go.
#include "apiserver/admission/node_restriction.hpp"

#include "support/signing_requests.hpp"
#include "unit/apiserver/admission/plugin_world.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

BOOST_AUTO_TEST_SUITE(node_restriction_test)

namespace {

struct fixture : plugin_world {
    fixture() {
        add("nodes", R"({"metadata":{"name":"n1","uid":"node-uid"}})");
        add("pods",
            R"({"metadata":{"name":"mine","namespace":"ns","uid":"mine-uid"},"spec":{"nodeName":"n1",)"
            R"("volumes":[{"name":"v","projected":{"sources":[{"serviceAccountToken":{"audience":"a"}}]}},)"
            R"({"name":"c","csi":{"driver":"d.example"}}]}})");
        add("pods",
            R"({"metadata":{"name":"theirs","namespace":"ns","uid":"theirs-uid"},"spec":{"nodeName":"n2"}})");
        add("csidrivers.storage.k8s.io",
            R"({"metadata":{"name":"d.example"},"spec":{"tokenRequests":[{"audience":"csi"}]}})");
    }
    std::string says(const plugin_write& w, const user_ptr& user = kubelet_of("n1")) {
        return answer("NodeRestriction",
                      w.verb == "delete" ? &admission_plugin::on_delete : &admission_plugin::admit, user, w);
    }
    std::string creates_pod(const std::string& pod) {
        return says({"create", "v1", "pods", "", "ns", "p", pod, ""});
    }
};

std::string mirror_pod(const std::string& spec, const std::string& owners) {
    return R"({"metadata":{"name":"p","annotations":{"kubernetes.io/config.mirror":"true"},"ownerReferences":[)" +
           owners + R"(]},"spec":{"nodeName":"n1")" + spec + "}}";
}
std::string owner(const std::string& uid = "node-uid", const std::string& more = "") {
    return R"({"apiVersion":"v1","kind":"Node","name":"n1","controller":true,"uid":")" + uid + "\"" + more +
           "}";
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(other_users_are_not_restricted, fixture) {
    const plugin_write w{"create", "v1", "pods", "", "ns", "p", R"({"metadata":{"name":"p"}})", ""};
    BOOST_TEST(says(w, user_named("jane")) == "");
    BOOST_TEST(says(w, user_named("system:node:n1")) == "");  // not in the group
    BOOST_TEST(says(w, kubelet_of("")) == "403 could not determine node from user \"system:node:\"");
}

BOOST_FIXTURE_TEST_CASE(only_own_mirror_pods_are_created, fixture) {
    BOOST_TEST(creates_pod(mirror_pod("", owner())) == "");
    BOOST_TEST(
        creates_pod(R"({"metadata":{"name":"p"},"spec":{"nodeName":"n1"}})") ==
        "403 pod does not have \"kubernetes.io/config.mirror\" annotation, node \"n1\" can only create "
        "mirror pods");
    BOOST_TEST(
        creates_pod(
            R"({"metadata":{"annotations":{"kubernetes.io/config.mirror":""}},"spec":{"nodeName":"n2"}})") ==
        "403 node \"n1\" can only create pods with spec.nodeName set to itself");
    BOOST_TEST(creates_pod(mirror_pod("", "")) ==
               "403 node \"n1\" can only create pods with an owner reference set to itself");
    BOOST_TEST(creates_pod(mirror_pod("", owner() + "," + owner())) ==
               "403 node \"n1\" can only create pods with a single owner reference set to itself");
    BOOST_TEST(creates_pod(mirror_pod("", owner("other"))) ==
               "403 node n1 UID mismatch: expected other got node-uid");
    BOOST_TEST(creates_pod(mirror_pod("", owner("node-uid", R"(,"blockOwnerDeletion":true)"))) ==
               "403 node \"n1\" must not set blockOwnerDeletion on an owner reference");
    BOOST_TEST(
        creates_pod(mirror_pod("", R"({"apiVersion":"v1","kind":"Node","name":"n1","uid":"node-uid"})")) ==
        "403 node \"n1\" can only create pods with a controller owner reference set to itself");
    objects.clear();
    BOOST_TEST(creates_pod(mirror_pod("", owner())) == "404 node \"n1\" not found");
}

BOOST_FIXTURE_TEST_CASE(mirror_pods_refer_to_no_objects, fixture) {
    const std::pair<const char*, const char*> cases[] = {
        {R"(,"serviceAccountName":"a")", "serviceaccounts"},
        {R"(,"containers":[{"env":[{"valueFrom":{"secretKeyRef":{"name":"s"}}}]}])", "secrets"},
        {R"(,"containers":[{"envFrom":[{"configMapRef":{"name":"s"}}]}])", "configmaps"},
        {R"(,"resourceClaims":[{"name":"c"}])", "resourceclaims"},
        {R"(,"volumes":[{"name":"v","csi":{"driver":"d"}}])", "csidrivers (via CSI volumes)"},
        {R"(,"volumes":[{"name":"e","emptyDir":{}},{"name":"v","persistentVolumeClaim":{"claimName":"c"}}])",
         "persistentvolumeclaims"},
        {R"(,"volumes":[{"name":"v","ephemeral":{}}])", "persistentvolumeclaims (via ephemeral volumes)"},
        {R"(,"volumes":[{"name":"v","projected":{"sources":[{"downwardAPI":{}},{"serviceAccountToken":{}}]}}])",
         "serviceaccounts (via projected volumes)"},
        {R"(,"volumes":[{"name":"v","projected":{"sources":[{"clusterTrustBundle":{}}]}}])",
         "clustertrustbundles"}};
    for (const auto& [spec, resource] : cases)
        BOOST_TEST(creates_pod(mirror_pod(spec, owner())) ==
                   fmt::format("403 node \"n1\" can not create pods that reference {}", resource));
    BOOST_TEST(creates_pod(mirror_pod(R"(,"volumes":[{"name":"e","emptyDir":{}},{"name":"h","hostPath":{}}])",
                                      owner())) == "");
    BOOST_TEST(creates_pod(mirror_pod(R"(,"volumes":[{"name":"x"}])", owner())) ==
               "403 error checking mirror pod for API references: unknown volume type for volume  \"x\"");
}

BOOST_FIXTURE_TEST_CASE(only_own_pods_are_changed, fixture) {
    const std::string mine = R"({"spec":{"nodeName":"n1"}})", theirs = R"({"spec":{"nodeName":"n2"}})";
    BOOST_TEST(says({"delete", "v1", "pods", "", "ns", "mine", "", mine}) == "");
    BOOST_TEST(says({"delete", "v1", "pods", "", "ns", "theirs", "", theirs}) ==
               "403 node \"n1\" can only delete pods with spec.nodeName set to itself");
    BOOST_TEST(says({"update", "v1", "pods", "", "ns", "mine", mine, mine}) ==
               "403 unexpected operation \"UPDATE\", node \"n1\" can only create and delete mirror pods");
    BOOST_TEST(says({"update", "v1", "pods", "status", "ns", "mine", mine, mine}) == "");
    BOOST_TEST(says({"update", "v1", "pods", "status", "ns", "theirs", mine, theirs}) ==
               "403 node \"n1\" can only update pod status for pods with spec.nodeName set to itself");
    BOOST_TEST(says({"update", "v1", "pods", "status", "ns", "mine",
                     R"({"metadata":{"labels":{"a":"b"}},"spec":{"nodeName":"n1"}})", mine}) ==
               "403 node \"n1\" cannot update labels through pod status");
    BOOST_TEST(says({"update", "v1", "pods", "status", "ns", "mine",
                     R"({"spec":{"nodeName":"n1"},"status":{"resourceClaimStatuses":[{"name":"c"}]}})",
                     mine}) == "403 node \"n1\" cannot update resource claim statues");
    BOOST_TEST(says({"create", "v1", "pods", "eviction", "ns", "mine", "{}", ""}) == "");
    BOOST_TEST(says({"create", "v1", "pods", "eviction", "ns", "theirs", "{}", ""}) ==
               "403 node n1 can only evict pods with spec.nodeName set to itself");
    BOOST_TEST(says({"create", "v1", "pods", "eviction", "ns", "gone", "{}", ""}) ==
               "404 pod \"gone\" not found");
    BOOST_TEST(
        says({"update", "v1", "pods", "ephemeralcontainers", "ns", "mine", mine, mine}) ==
        "403 unexpected pod subresource \"ephemeralcontainers\", only 'status' and 'eviction' are allowed");
}

BOOST_FIXTURE_TEST_CASE(only_the_own_node_is_written, fixture) {
    const std::string node = R"({"metadata":{"name":"n1"}})";
    BOOST_TEST(says({"create", "v1", "nodes", "", "", "n1", node, ""}) == "");
    BOOST_TEST(says({"create", "v1", "nodes", "", "", "n2", R"({"metadata":{"name":"n2"}})", ""}) ==
               "403 node \"n1\" is not allowed to modify node \"n2\"");
    BOOST_TEST(says({"update", "v1", "nodes", "status", "", "n2", node, node}) ==
               "403 node \"n1\" is not allowed to modify node \"n2\"");
    BOOST_TEST(says({"create", "v1", "nodes", "", "", "n1", R"({"spec":{"configSource":{"configMap":{}}}})",
                     ""}) == "403 node \"n1\" is not allowed to create pods with a non-nil configSource");
    BOOST_TEST(says({"update", "v1", "nodes", "", "", "n1", R"({"spec":{"taints":[{"key":"k"}]}})", node}) ==
               "403 node \"n1\" is not allowed to modify taints");
    BOOST_TEST(says({"update", "v1", "nodes", "status", "", "n1",
                     R"({"metadata":{"ownerReferences":[{"uid":"u"}]}})", node}) ==
               "403 node \"n1\" is not allowed to modify ownerReferences");
    BOOST_TEST(
        says({"create", "v1", "nodes", "", "", "n1",
              R"({"metadata":{"labels":{"x.k8s.io/b":"","foo":"","node-restriction.kubernetes.io/a":""}}})",
              ""}) ==
        "403 node \"n1\" is not allowed to set the following labels: node-restriction.kubernetes.io/a, "
        "x.k8s.io/b");
    BOOST_TEST(says({"update", "v1", "nodes", "", "", "n1", R"({"metadata":{}})",
                     R"({"metadata":{"labels":{"kubernetes.io/role":"x"}}})"}) ==
               "403 is not allowed to modify labels: kubernetes.io/role");
}

BOOST_AUTO_TEST_CASE(labels_of_a_kubelet_are_allowed) {
    for (const char* key :
         {"kubernetes.io/hostname", "topology.kubernetes.io/zone", "beta.kubernetes.io/arch",
          "node.kubernetes.io/x", "a.kubelet.kubernetes.io/x", "example.com/x", "plain", "notk8s.io/x"})
        BOOST_TEST(!node_restriction::is_forbidden_label(key), key);
    for (const char* key :
         {"node-restriction.kubernetes.io/x", "a.node-restriction.kubernetes.io/x", "kubernetes.io/x",
          "a.kubernetes.io/x", "k8s.io/x", "node-role.kubernetes.io/master", "xnode.kubernetes.io/x"})
        BOOST_TEST(node_restriction::is_forbidden_label(key), key);
}

BOOST_FIXTURE_TEST_CASE(only_the_size_of_claims_changes, fixture) {
    const std::string old = R"({"metadata":{"name":"c","resourceVersion":"1"},"status":{"phase":"Bound"}})";
    BOOST_TEST(says({"update", "v1", "persistentvolumeclaims", "", "ns", "c", old, old}) ==
               "403 may only update PVC status");
    BOOST_TEST(
        says(
            {"update", "v1", "persistentvolumeclaims", "status", "ns", "c",
             R"({"metadata":{"name":"c"},"status":{"phase":"Bound","capacity":{"storage":"1Gi"},"conditions":[]}})",
             old}) == "");
    BOOST_TEST(
        says({"update", "v1", "persistentvolumeclaims", "status", "ns", "c",
              R"({"metadata":{"name":"c","labels":{"a":"b"}},"status":{"phase":"Bound"}})", old}) ==
        "403 node \"n1\" is not allowed to update fields other than status.quantity and status.conditions");
}

BOOST_FIXTURE_TEST_CASE(leases_nodes_and_slices_are_the_own_ones, fixture) {
    const std::string n1 = R"({"metadata":{"name":"n1"},"spec":{"nodeName":"n1"}})",
                      n2 = R"({"metadata":{"name":"n2"},"spec":{"nodeName":"n2"}})";
    const char *leases = "coordination.k8s.io/v1", *slices = "resource.k8s.io/v1";
    BOOST_TEST(says({"create", leases, "leases", "", "kube-node-lease", "", n1, ""}) == "");
    BOOST_TEST(says({"create", leases, "leases", "", "kube-node-lease", "", n2, ""}) ==
               "403 can only access node lease with the same name as the requesting node");
    BOOST_TEST(says({"delete", leases, "leases", "", "kube-node-lease", "n2", "", n2}) ==
               "403 can only access node lease with the same name as the requesting node");
    BOOST_TEST(says({"create", leases, "leases", "", "default", "", n1, ""}) ==
               "403 can only access leases in the \"kube-node-lease\" system namespace");
    BOOST_TEST(says({"create", "storage.k8s.io/v1", "csinodes", "", "", "", n2, ""}) ==
               "403 can only access CSINode with the same name as the requesting node");
    BOOST_TEST(says({"create", slices, "resourceslices", "", "", "s", n2, ""}) ==
               "403 can only create ResourceSlice with the same NodeName as the requesting node");
    BOOST_TEST(says({"delete", slices, "resourceslices", "", "", "s", "", n2}) ==
               "403 can only delete ResourceSlice with the same NodeName as the requesting node");
    BOOST_TEST(says({"update", slices, "resourceslices", "", "", "s", n2, n2}) == "");
}

BOOST_FIXTURE_TEST_CASE(tokens_are_for_own_pods, fixture) {
    const auto asks = [&](const std::string& spec) {
        return says(
            {"create", "v1", "serviceaccounts", "token", "ns", "robot", R"({"spec":{)" + spec + "}}", ""});
    };
    const auto bound = [](const std::string& name, const std::string& uid, const std::string& audiences) {
        return fmt::format(
            R"("audiences":[{}],"boundObjectRef":{{"apiVersion":"v1","kind":"Pod","name":"{}","uid":"{}"}})",
            audiences, name, uid);
    };
    BOOST_TEST(asks("") == "403 node requested token not bound to a pod");
    BOOST_TEST(asks(bound("mine", "", "")) == "403 node requested token with a pod binding without a uid");
    BOOST_TEST(asks(bound("gone", "u", "")) == "404 pod \"gone\" not found");
    BOOST_TEST(asks(bound("mine", "u", "")) ==
               "403 the UID in the bound object reference (u) does not match the UID in record. The object "
               "might have "
               "been deleted and then recreated");
    BOOST_TEST(asks(bound("theirs", "theirs-uid", "")) ==
               "403 node requested token bound to a pod scheduled on a different node");
    BOOST_TEST(asks(bound("mine", "mine-uid", R"("a")")) == "");
    BOOST_TEST(asks(bound("mine", "mine-uid", R"("csi")")) == "");
    BOOST_TEST(asks(bound("mine", "mine-uid", R"("a","b")")) == "403 node may only request 0 or 1 audiences");
    const std::string refused = "403 system:node:n1 is not authorized to request tokens for audience \"x\"";
    BOOST_TEST(asks(bound("mine", "mine-uid", R"("x")")) == refused);
    rights.allowed = {"request-serviceaccounts-token-audience /x: ns robot"};
    BOOST_TEST(asks(bound("mine", "mine-uid", R"("x")")) == "");
    rights.allowed.clear();
    features = feature_gates::make({{"ServiceAccountNodeAudienceRestriction", false}}).value();
    BOOST_TEST(asks(bound("mine", "mine-uid", R"("x")")) == "");
}

BOOST_FIXTURE_TEST_CASE(unreadable_volumes_hide_audiences, fixture) {
    add("pods",
        R"({"metadata":{"name":"p","namespace":"ns","uid":"u"},"spec":{"nodeName":"n1","volumes":[)"
        R"({"name":"v","persistentVolumeClaim":{"claimName":"c"}},{"name":"w","csi":{"driver":"e"}}]}})");
    const plugin_write w{
        "create",
        "v1",
        "serviceaccounts",
        "token",
        "ns",
        "robot",
        R"({"spec":{"audiences":["x"],"boundObjectRef":{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"}}})",
        ""};
    BOOST_TEST(says(w) ==
               "403 error validating audience \"x\": [persistentvolumeclaim \"c\" not found, "
               "csidriver.storage.k8s.io \"e\" not found]");
    add("persistentvolumeclaims", R"({"metadata":{"name":"c","namespace":"ns"},"spec":{"volumeName":"v"}})");
    add("persistentvolumes", R"({"metadata":{"name":"v"},"spec":{"awsElasticBlockStore":{}}})");
    add("csidrivers.storage.k8s.io",
        R"({"metadata":{"name":"ebs.csi.aws.com"},"spec":{"tokenRequests":[{"audience":"x"}]}})");
    BOOST_TEST(says(w) == "");
}

BOOST_FIXTURE_TEST_CASE(pod_certificates_are_for_own_pods, fixture) {
    add("serviceaccounts", R"({"metadata":{"name":"robot","namespace":"ns","uid":"robot-uid"}})");
    const std::string source =
        R"("volumes":[{"projected":{"sources":[{"podCertificate":{"signerName":"s.io/a"}}]}}])";
    add("pods", R"({"metadata":{"name":"p","namespace":"ns","uid":"u"},"spec":{"nodeName":"n1",)"
                R"("serviceAccountName":"robot",)" +
                    source + "}}");
    add("pods", R"({"metadata":{"name":"m","namespace":"ns","uid":"u","annotations":{)"
                R"("kubernetes.io/config.mirror":"x"}},"spec":{"nodeName":"n1"}})");
    struct fields {
        std::string node = "n1", node_uid = "node-uid", pod = "p", pod_uid = "u", account = "robot",
                    account_uid = "robot-uid", signer = "s.io/a";
    };
    const auto asks = [&](const fields& f, const char* verb = "create") {
        return says(
            {verb, "certificates.k8s.io/v1", "podcertificaterequests", "", "ns", "r",
             fmt::format(R"({{"spec":{{"nodeName":"{}","nodeUID":"{}","podName":"{}","podUID":"{}",)"
                         R"("serviceAccountName":"{}","serviceAccountUID":"{}","signerName":"{}"}}}})",
                         f.node, f.node_uid, f.pod, f.pod_uid, f.account, f.account_uid, f.signer),
             std::string(verb) == "create" ? "" : "{}"});
    };
    const std::string request = "PodCertificateRequest for pod \"ns/p\" ";
    BOOST_TEST(asks({}) == "");
    BOOST_TEST(asks({}, "update") == "403 unexpected operation UPDATE");
    BOOST_TEST(asks({.node = "n2"}) ==
               "403 PodCertificateRequest.Spec.NodeName=\"n2\", which is not the requesting node \"n1\"");
    BOOST_TEST(asks({.node_uid = "x"}) ==
               "500 " + request + "names node UID \"x\", inconsistent with the running node (\"node-uid\")");
    BOOST_TEST(asks({.pod = "gone"}) ==
               "500 while retrieving pod \"ns/gone\" named in the "
               "PodCertificateRequest: pod \"gone\" not found");
    BOOST_TEST(asks({.pod_uid = "x"}) ==
               "500 " + request + "contains pod UID (\"x\") which differs from running pod \"u\"");
    BOOST_TEST(asks({.pod = "theirs", .pod_uid = "theirs-uid"}) ==
               "403 pod \"ns/theirs\" is not running on node \"n1\" named in the PodCertificateRequest");
    BOOST_TEST(asks({.pod = "m"}) == "403 pod \"ns/m\" is a mirror pod");
    BOOST_TEST(asks({.account = "x"}) ==
               "403 " + request +
                   "contains serviceAccountName (\"x\") that differs from running pod (\"robot\")");
    BOOST_TEST(asks({.account_uid = "x"}) == "500 " + request +
                                                 "names service account UID \"x\", which differs from "
                                                 "the running service account (\"robot-uid\")");
    const std::string refused =
        "403 pod \"ns/p\" does not mount a podCertificate projected volume for signer \"s.io/b\"";
    BOOST_TEST(asks({.signer = "s.io/b"}) == refused);
    rights.allowed = {"request-serviceaccounts-podcertificate-signer certificates.k8s.io/s.io:b: ns robot"};
    BOOST_TEST(asks({.signer = "s.io/b"}) == "");
}

BOOST_FIXTURE_TEST_CASE(certificate_requests_name_the_node, fixture) {
    const auto asks = [&](std::string_view signer, std::string_view request) {
        return says({"create", "certificates.k8s.io/v1", "certificatesigningrequests", "", "", "r",
                     fmt::format(R"({{"spec":{{"signerName":"{}","request":"{}"}}}})", signer, request), ""});
    };
    for (const char* signer :
         {"kubernetes.io/kubelet-serving", "kubernetes.io/kube-apiserver-client-kubelet"}) {
        BOOST_TEST(asks(signer, setpoint::test::node_request) == "");
        BOOST_TEST(asks(signer, setpoint::test::other_request) ==
                   "403 can only create a node CSR with CN=system:node:n1");
        BOOST_TEST(asks(signer, "aGVsbG8=") ==
                   "403 unable to parse csr: PEM block type must be CERTIFICATE REQUEST");
    }
    BOOST_TEST(asks("example.com/x", setpoint::test::other_request) == "");
    features = feature_gates::make({{"AllowInsecureKubeletCertificateSigningRequests", true}}).value();
    BOOST_TEST(asks("kubernetes.io/kubelet-serving", setpoint::test::other_request) == "");
}

BOOST_AUTO_TEST_SUITE_END()
