#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"
#include "support/pod_certificates.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <string>
#include <string_view>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::test;

BOOST_AUTO_TEST_SUITE(pod_certificate_request_test)

namespace {

using namespace std::chrono_literals;

// When the certificates begin.
const wall_time start{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1)};

kind_context context_at(wall_time now, const char* subresource = "") {
    kind_context c{};
    c.now = now;
    c.subresource = subresource;
    return c;
}

bj::object request(std::string_view csr = pod_request) {
    bj::object o = bj::parse(R"({"metadata":{"name":"r","namespace":"default"},"spec":{
        "signerName":"example.com/s","podName":"p","podUID":"1","serviceAccountName":"a",
        "serviceAccountUID":"2","nodeName":"n","nodeUID":"3","maxExpirationSeconds":86400}})")
                       .as_object();
    o["spec"].as_object()["stubPKCS10Request"] = csr;
    return o;
}

std::string texts_of(const field_errors& errors) {
    std::string out;
    for (const field_error& e : errors) out += e.text() + "\n";
    return out;
}

std::string errors_of(const bj::object& o) {
    field_errors errors;
    pod_certificate_request_kind.validate(o, {}, errors);
    return texts_of(errors);
}

std::string wrong_with(const char* field, const bj::value& value) {
    bj::object o = request();
    o["spec"].as_object()[field] = value;
    return errors_of(o);
}

bj::object with_status(std::string_view condition, std::string_view chain = "",
                       const char* refresh = "06:00") {
    bj::object o = request();
    bj::object& status = o["status"].emplace_object();
    if (!condition.empty()) {
        const bj::object c{{"type", condition},
                           {"status", "True"},
                           {"reason", "R"},
                           {"message", "m"},
                           {"lastTransitionTime", "2026-01-01T00:00:00Z"}};
        status["conditions"] = bj::array{c};
    }
    if (chain.empty()) return o;
    status["certificateChain"] = chain;
    status["notBefore"] = "2026-01-01T00:00:00Z";
    status["beginRefreshAt"] = "2026-01-01T" + std::string(refresh) + ":00Z";
    status["notAfter"] = "2026-01-01T12:00:00Z";
    return o;
}

std::string update_errors(const bj::object& o, const bj::object& old, wall_time now = start,
                          const char* subresource = "status") {
    field_errors errors;
    pod_certificate_request_kind.validate_update(o, old, context_at(now, subresource), errors);
    return texts_of(errors);
}

std::string issue(std::string_view chain, const char* refresh = "06:00", wall_time now = start) {
    return update_errors(with_status("Issued", chain, refresh), request(), now);
}

const std::string leaf(pod_certificate), chain_error = "status.certificateChain: Invalid value: ";

std::string cell_named(std::string_view column, const bj::object& o) {
    for (const cell_row& row : pod_certificate_request_kind.cells)
        if (row.column == column) return std::string(row.print(o, start).as_string());
    return "no such cell";
}

}  // namespace

BOOST_AUTO_TEST_CASE(keys_are_of_a_supported_kind) {
    const std::string path = "spec.stubPKCS10Request: Invalid value: ";
    BOOST_TEST(errors_of(request()) == "");
    BOOST_TEST(errors_of(request(ed25519_pod_request)) == "");
    BOOST_TEST(errors_of(request(p224_pod_request)) ==
               path + "\"curve P-224\": elliptic public keys must use curve P256, P384, or P521\n");
    BOOST_TEST(errors_of(request(rsa2048_pod_request)) ==
               path + "\"2048-bit modulus\": RSA keys must have modulus size 3072 or 4096\n");
    const std::string omitted = "spec.stubPKCS10Request: Invalid value: ";
    BOOST_TEST(errors_of(request(unsigned_pod_request)) == omitted + "invalid signature\n");
    BOOST_TEST(errors_of(request("eA==")) == omitted + "must be a valid PKCS#10 CSR\n");
    BOOST_TEST(
        errors_of(request("")) ==
        "spec: Invalid value: exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) "
        "must be set\n");
    BOOST_TEST(errors_of(request(std::string(16 * 1024, 'A'))) ==
               "spec.stubPKCS10Request: Too long: may not be more than 10240 bytes\n");
}

BOOST_AUTO_TEST_CASE(requests_name_the_pod_and_its_node) {
    BOOST_TEST(wrong_with("podUID", "") == "spec.podUID: Invalid value: \"\": must not be empty\n");
    BOOST_TEST(wrong_with("nodeUID", bj::string(129, 'x')) ==
               "spec.nodeUID: Too long: may not be more than 128 bytes\n");
    BOOST_TEST(
        wrong_with("serviceAccountName", "A")
            .starts_with("spec.serviceAccountName: Invalid value: \"A\": a lowercase RFC 1123 subdomain"));
    BOOST_TEST(wrong_with("signerName", "") == "spec.signerName: Required value\n");
    BOOST_TEST(wrong_with("unverifiedUserAnnotations", bj::object{{"a", "b"}}) ==
               "spec.unverifiedUserAnnotations: Invalid value: \"a\": must be a domain-prefixed key (such as "
               "\"acme.io/foo\")\n");
}

BOOST_AUTO_TEST_CASE(lifetimes_depend_on_the_signer) {
    const std::string path = "spec.maxExpirationSeconds: ";
    BOOST_TEST(wrong_with("maxExpirationSeconds", 3600) == "");
    BOOST_TEST(wrong_with("maxExpirationSeconds", 91 * 24 * 3600) == "");
    BOOST_TEST(wrong_with("maxExpirationSeconds", 3599) ==
               path + "Invalid value: 3599: must be in the range [3600, 7862400]\n");
    BOOST_TEST(wrong_with("maxExpirationSeconds", nullptr) == path + "Required value: must be set\n");
    bj::object o = request();
    o["spec"].as_object()["signerName"] = "kubernetes.io/s";
    o["spec"].as_object()["maxExpirationSeconds"] = 86401;
    BOOST_TEST(errors_of(o) == path + "Invalid value: 86401: must be in the range [3600, 86400]\n");
}

BOOST_AUTO_TEST_CASE(certificates_are_for_the_requested_key) {
    BOOST_TEST(issue(leaf) == "");
    BOOST_TEST(issue(leaf + std::string(trust_anchor)) == "");
    BOOST_TEST(issue(strangers_certificate)
                   .ends_with(": leaf certificate was not issued to the requested public key\n"));
    BOOST_TEST(issue("x") ==
               chain_error + "\"x\": issued certificate chain must contain at least one certificate\n");
    BOOST_TEST(
        issue("-----BEGIN X-----\neA==\n-----END X-----\n")
            .ends_with(": issued certificate chain must consist entirely of CERTIFICATE PEM blocks\n"));
    const std::string broken = "-----BEGIN CERTIFICATE-----\neA==\n-----END CERTIFICATE-----\n";
    BOOST_TEST(issue(broken).ends_with(": leaf certificate does not parse as valid X.509\n"));
    BOOST_TEST(issue(leaf + broken).ends_with(": intermediate certificate does not parse as valid X.509\n"));
    BOOST_TEST(issue(leaf + "-----BEGIN X-----\neA==\n-----END X-----\n")
                   .ends_with(": issued certificate chain must consist entirely of CERTFICATE PEM blocks\n"));
    BOOST_TEST(issue(oddly_named_certificate) ==
               chain_error + "\"a..b.\": leaf certificate's DNSName should not contain '..'\n" + chain_error +
                   "\"a..b.\": leaf certificate's DNSName should not start or end with '.'\n" + chain_error +
                   "\".c\": leaf certificate's DNSName should not start or end with '.'\n" + chain_error +
                   "\"a\": leaf certificate should not contain invalid EmailAddress\n");
}

BOOST_AUTO_TEST_CASE(times_are_those_of_the_certificate) {
    const std::string now =
        "status.notBefore: Invalid value: \"2026-01-01T00:00:00Z\": must be set to within 5 "
        "minutes of kube-apiserver's current time\n";
    BOOST_TEST(issue(leaf, "06:00", start + 299s) == "");
    BOOST_TEST(issue(leaf, "06:00", start + 300s) == now);
    BOOST_TEST(issue(leaf, "06:00", start - 300s) == now);
    BOOST_TEST(issue(leaf, "00:10") == "");
    BOOST_TEST(
        issue(leaf, "00:09") ==
        "status.beginRefreshAt: Invalid value: \"2026-01-01T00:09:00Z\": must be at least 10 minutes after "
        "status.notBefore\n");
    BOOST_TEST(issue(leaf, "11:51") ==
               "status.beginRefreshAt: Invalid value: \"2026-01-01T11:51:00Z\": must be at least 10 minutes "
               "before status.notAfter\n");
    bj::object o = with_status("Issued", short_certificate);
    BOOST_TEST(update_errors(o, request()) ==
               "status.notAfter: Invalid value: \"2026-01-01T12:00:00Z\": must be set to the NotAfter time "
               "encoded in the leaf certificate\n");
    o["status"].as_object()["notAfter"] = "2026-01-01T00:30:00Z";
    BOOST_TEST(update_errors(o, request()) ==
               chain_error + "1800000000000: leaf certificate lifetime must be >= 1 hour\n");
    o["status"].as_object().erase("notBefore");
    BOOST_TEST(
        update_errors(o, request()) ==
        "status.notBefore: Required value: must be present and consistent with the issued certificate\n");
    bj::object asked = request();
    asked["spec"].as_object()["maxExpirationSeconds"] = 3600;
    BOOST_TEST(update_errors(with_status("Issued", leaf), asked) ==
               chain_error +
                   "43200000000000: leaf certificate lifetime must be <= spec.maxExpirationSeconds "
                   "(3600)\n");
}

BOOST_AUTO_TEST_CASE(one_outcome_ends_a_request) {
    const std::string wrong = "status: Invalid value: ";
    BOOST_TEST(update_errors(with_status("Denied"), request()) == "");
    BOOST_TEST(update_errors(with_status("Failed", leaf), request()) ==
               wrong +
                   "non-condition status fields must be empty when denying or failing the "
                   "PodCertificateRequest\n");
    BOOST_TEST(update_errors(with_status("", leaf), request()) ==
               wrong + "status is immutable unless transitioning to \"Issued\", \"Denied\", or \"Failed\"\n");
    BOOST_TEST(update_errors(with_status("Failed"), with_status("Denied")) ==
               wrong + "immutable after PodCertificateRequest is issued, denied, or failed\n");
    BOOST_TEST(update_errors(with_status("Denied"), with_status("Denied")) == "");
    BOOST_TEST(update_errors(with_status("Other"), request()) ==
               "status.conditions.[0].type: Unsupported value: \"Other\": supported values: \"Issued\", "
               "\"Denied\", \"Failed\"\n");
    bj::object both = with_status("Denied");
    bj::array& conditions = both["status"].as_object()["conditions"].as_array();
    conditions.push_back(with_status("Issued")["status"].as_object()["conditions"].as_array()[0]);
    conditions[1].as_object()["status"] = "False";
    BOOST_TEST(
        update_errors(both, request()) ==
        "status.conditions.[1].type: Invalid value: \"Issued\": There may be at most one condition with "
        "type \"Issued\", \"Denied\", or \"Failed\"\nstatus.conditions.[1].status: Unsupported value: "
        "\"False\": supported values: \"True\"\n");
}

BOOST_AUTO_TEST_CASE(requests_keep_their_spec) {
    bj::object o = request();
    o["spec"].as_object()["podName"] = "q";
    BOOST_TEST(update_errors(o, request(), start, "").ends_with(": field is immutable\n"));
    pod_certificate_request_kind.prepare_update(o, request(), context_at(start));
    BOOST_TEST(text_at(o, {"spec", "podName"}) == "q");
    pod_certificate_request_kind.prepare_update(o, request(), context_at(start, "status"));
    BOOST_TEST(text_at(o, {"spec", "podName"}) == "p");
}

BOOST_AUTO_TEST_CASE(the_state_is_the_outcome) {
    BOOST_TEST(cell_named("State", request()) == "Pending");
    BOOST_TEST(cell_named("State", with_status("Failed")) == "Failed");
    BOOST_TEST(cell_named("UnverifiedUserAnnotations", request()) == "<none>");
}

BOOST_AUTO_TEST_SUITE_END()
