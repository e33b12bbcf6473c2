// Plugins that ask whether the user may do something else: OwnerReferencesPermissionEnforcement and those of
// certificates (plugin/pkg/admission/gc and certificates).
#include "support/signing_requests.hpp"
#include "unit/apiserver/admission/plugin_world.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

BOOST_AUTO_TEST_SUITE(access_plugins_test)

namespace {

const user_ptr jane = user_named("jane");

struct fixture : plugin_world {
    std::string owners(const std::string& verb, const std::string& now, const std::string& before = "",
                       const std::string& subresource = "") {
        return answer("OwnerReferencesPermissionEnforcement", &admission_plugin::validate, jane,
                      {verb, "v1", "pods", subresource, "ns", "p", now, before});
    }
    std::string request(const char* plugin, const std::string& subresource, const std::string& now,
                        const std::string& before) {
        return answer(plugin, &admission_plugin::validate, jane,
                      {"update", "certificates.k8s.io/v1", "certificatesigningrequests", subresource, "", "r",
                       now, before});
    }
};

std::string pod_with(const std::string& references) {
    return R"({"metadata":{"name":"p","ownerReferences":[)" + references + "]}}";
}
std::string reference(const std::string& version, const std::string& kind, bool blocks,
                      const std::string& uid = "u") {
    return fmt::format(R"({{"apiVersion":"{}","kind":"{}","name":"o","uid":"{}","blockOwnerDeletion":{}}})",
                       version, kind, uid, blocks);
}

const std::string plain = R"({"metadata":{"name":"p"}})";

}  // namespace

BOOST_FIXTURE_TEST_CASE(owners_need_the_right_to_delete, fixture) {
    const std::string owned = pod_with(reference("v1", "ConfigMap", false));
    const std::string refused = "403 cannot set an ownerRef on a resource you can't delete: no, <nil>";
    BOOST_TEST(owners("create", owned) == "");
    BOOST_TEST(owners("update", plain, plain) == "");
    BOOST_TEST(owners("update", owned, owned) == "");
    BOOST_TEST(rights.questions.empty());
    BOOST_TEST(owners("update", owned, plain) == refused);
    BOOST_TEST(owners("update", plain, owned) == refused);
    BOOST_TEST(owners("update", owned, plain, "status") == "");  // of pods
    rights.allowed = {"delete /pods: ns p"};
    BOOST_TEST(owners("update", owned, plain) == "");
    rights.allowed.clear();
    open = true;
    BOOST_TEST(owners("update", owned, plain) == "");
}

BOOST_FIXTURE_TEST_CASE(blocking_needs_the_owners_finalizers, fixture) {
    const std::string map = pod_with(reference("v1", "ConfigMap", true)),
                      node = pod_with(reference("v1", "Node", true));
    const std::string refused =
        "403 cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set "
        "finalizers on: no, <nil>";
    BOOST_TEST(owners("create", map) == refused);
    BOOST_TEST(owners("create", node) == refused);
    rights.allowed = {"update /configmaps:finalizers ns o", "update /nodes:finalizers  o"};
    BOOST_TEST(owners("create", map) == "");
    BOOST_TEST(owners("create", node) == "");
    rights.allowed = {"update */*:finalizers  *"};
    BOOST_TEST(owners("create", map) == "");
    BOOST_TEST(owners("create", pod_with(reference("v9", "Nope", true))) == "");
}

BOOST_FIXTURE_TEST_CASE(only_new_blocks_count, fixture) {
    rights.allowed = {"delete /pods: ns p"};
    const std::string blocked = reference("v1", "ConfigMap", true),
                      free = reference("v1", "ConfigMap", false);
    const std::string other = reference("v1", "ConfigMap", false, "u2");
    BOOST_TEST(owners("update", pod_with(blocked + "," + other), pod_with(blocked)) == "");
    BOOST_TEST(owners("update", pod_with(free), pod_with(blocked)) == "");
    BOOST_TEST(owners("update", pod_with(blocked), pod_with(free)) != "");
}

BOOST_FIXTURE_TEST_CASE(blocking_an_unknown_kind_is_refused, fixture) {
    BOOST_TEST(owners("create", pod_with(reference("v9", "Nope", true))) ==
               "403 cannot set blockOwnerDeletion in this case because cannot find RESTMapping for "
               "APIVersion v9 Kind "
               "Nope: no matches for kind \"Nope\" in version \"v9\"");
}

BOOST_FIXTURE_TEST_CASE(approval_needs_a_right_to_the_signer, fixture) {
    const std::string old = R"({"spec":{"signerName":"abc.com/xyz"}})",
                      sent = R"({"spec":{"signerName":"my.com/own"}})";
    const std::string refused = "403 user not permitted to approve requests with signerName \"abc.com/xyz\"";
    BOOST_TEST(request("CertificateApproval", "approval", sent, old) == refused);
    BOOST_TEST(request("CertificateApproval", "status", sent, old) == "");
    for (const char* right : {"approve certificates.k8s.io/signers:  abc.com/xyz",
                              "approve certificates.k8s.io/signers:  abc.com/*"}) {
        rights.allowed = {right};
        BOOST_TEST(request("CertificateApproval", "approval", sent, old) == "");
    }
    rights.allowed = {"approve certificates.k8s.io/signers:  my.com/own",
                      "sign certificates.k8s.io/signers:  abc.com/xyz"};
    BOOST_TEST(request("CertificateApproval", "approval", sent, old) == refused);
    open = true;
    BOOST_TEST(request("CertificateApproval", "approval", sent, old) == "");
}

BOOST_FIXTURE_TEST_CASE(signing_needs_a_right_to_the_signer, fixture) {
    const std::string old = R"({"spec":{"signerName":"abc.com/xyz"},"status":{}})";
    const std::string issued = R"({"spec":{"signerName":"abc.com/xyz"},"status":{"certificate":"eA=="}})";
    const std::string failed = R"({"status":{"conditions":[{"type":"Failed"}]}})";
    const std::string refused = "403 user not permitted to sign requests with signerName \"abc.com/xyz\"";
    BOOST_TEST(request("CertificateSigning", "status", issued, old) == refused);
    BOOST_TEST(request("CertificateSigning", "status", failed, old) == refused);
    BOOST_TEST(request("CertificateSigning", "status", old, old) == "");
    BOOST_TEST(request("CertificateSigning", "approval", issued, old) == "");
    rights.allowed = {"sign certificates.k8s.io/signers:  abc.com/*"};
    BOOST_TEST(request("CertificateSigning", "status", issued, old) == "");
}

BOOST_FIXTURE_TEST_CASE(attesting_needs_a_right_to_the_signer, fixture) {
    const auto writes = [&](const std::string& verb, const std::string& now, const std::string& before) {
        return answer("ClusterTrustBundleAttest", &admission_plugin::validate, jane,
                      {verb, "certificates.k8s.io/v1", "clustertrustbundles", "", "", "b", now, before});
    };
    const std::string bundle = R"({"metadata":{"name":"b"},"spec":{"signerName":"abc.com/xyz"}})";
    const std::string owned =
        R"({"metadata":{"name":"b","finalizers":["a/b"]},"spec":{"signerName":"abc.com/xyz"}})";
    const std::string labelled = R"({"metadata":{"name":"b","labels":{}},"spec":{"signerName":"abc.com/xyz",)"
                                 R"("trustBundle":"x"}})";
    const std::string refused = "403 user not permitted to attest for signerName \"abc.com/xyz\"";
    BOOST_TEST(writes("create", bundle, "") == refused);
    BOOST_TEST(writes("create", R"({"metadata":{"name":"b"},"spec":{}})", "") == "");
    BOOST_TEST(writes("update", owned, bundle) == "");
    BOOST_TEST(writes("update", labelled, bundle) == refused);
    for (const char* right : {"attest certificates.k8s.io/signers:  abc.com/xyz",
                              "attest certificates.k8s.io/signers:  abc.com/*"}) {
        rights.allowed = {right};
        BOOST_TEST(writes("create", bundle, "") == "");
    }
    rights.allowed = {"sign certificates.k8s.io/signers:  abc.com/xyz"};
    BOOST_TEST(writes("create", bundle, "") == refused);
    open = true;
    BOOST_TEST(writes("create", bundle, "") == "");
}

BOOST_FIXTURE_TEST_CASE(clients_of_masters_get_no_certificate, fixture) {
    const auto asks = [&](std::string_view signer, std::string_view csr) {
        return answer("CertificateSubjectRestriction", &admission_plugin::validate, jane,
                      {"create", "certificates.k8s.io/v1", "certificatesigningrequests", "", "", "r",
                       fmt::format(R"({{"spec":{{"signerName":"{}","request":"{}"}}}})", signer, csr), ""});
    };
    const char* signer = "kubernetes.io/kube-apiserver-client";
    BOOST_TEST(asks(signer, setpoint::test::jane_request) == "");
    BOOST_TEST(
        asks(signer, setpoint::test::master_request) ==
        "403 use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed");
    BOOST_TEST(asks("example.com/x", setpoint::test::master_request) == "");
    BOOST_TEST(asks(signer, "eA==") == "403 failed to parse CSR: PEM block type must be CERTIFICATE REQUEST");
}

BOOST_AUTO_TEST_SUITE_END()
