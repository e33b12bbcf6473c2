// Certificate requests: cases of kubernetes' pkg/controller/certificates and pkg/apis/certificates tests.
#include "apiserver/controllers/certificate/issue.hpp"
#include "apiserver/controllers/certificate/plan.hpp"
#include "framework/core/base64.hpp"
#include "framework/http/certificate_facts.hpp"
#include "framework/http/tls_context.hpp"
#include "support/signing_requests.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <initializer_list>
#include <memory>
#include <set>
#include <utility>

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(certificate_test)

namespace {

const std::string kubelet_client = "kubernetes.io/kube-apiserver-client-kubelet",
                  client = "kubernetes.io/kube-apiserver-client", serving = "kubernetes.io/kubelet-serving";
const std::vector<std::string> client_usages{"client auth", "digital signature", "key encipherment"},
    serving_usages{"server auth", "digital signature"};

const wall_time now = wall_time(std::chrono::seconds(1'800'000'000));

partial_signing_request asks(const std::string& signer, std::string_view csr,
                             std::vector<std::string> usages) {
    partial_signing_request r;
    r.metadata.name = "r";
    r.spec.signer_name = signer;
    r.spec.request = csr;
    r.spec.usages = std::move(usages);
    return r;
}
partial_signing_request approved(const std::string& signer, std::string_view csr,
                                 std::vector<std::string> usages) {
    partial_signing_request r = asks(signer, csr, std::move(usages));
    r.status.conditions = {{.type = "Approved", .status = "True"}};
    return r;
}
signing_plan plan_of(const partial_signing_request& r) {
    return plan_signing(r, read_signing_request(r.spec.request).value());
}
std::string why(const std::string& signer, std::string_view csr, const std::vector<std::string>& usages) {
    const signing_plan plan = plan_of(approved(signer, csr, usages));
    return plan.step == signing_step::fail   ? plan.why
           : plan.step == signing_step::sign ? "signed"
                                             : "ignored";
}
std::vector<std::string> rights_of(const partial_signing_request& r) {
    std::vector<std::string> out;
    for (const approving_right& right : approving_rights(r, read_signing_request(r.spec.request).value()))
        out.emplace_back(right.subresource);
    return out;
}

struct issuing {
    random_source random{7};
    http::certificate ca = http::make_ca("ca", now, random).value();
    result<std::string> issue(std::string_view csr, std::vector<std::string> usages, duration valid,
                              wall_time at = now) {
        return issue_requested(ca, read_signing_request(csr).value(), {std::move(usages), valid}, at, random);
    }
};

http::x509_ptr parsed(const std::string& pem) {
    BIO* in = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    http::x509_ptr out(PEM_read_bio_X509(in, nullptr, nullptr, nullptr));
    BIO_free(in);
    return out;
}

request_condition condition_since(const std::string& type, duration age) {
    return {.type = type, .status = "True", .last_update_time = timestamp::from(now - age)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(client_requests_of_kubelets_may_be_approved) {
    partial_signing_request r = asks(kubelet_client, setpoint::test::node_request, client_usages);
    BOOST_CHECK(rights_of(r) == std::vector<std::string>{"nodeclient"});
    r.spec.username = "system:node:n1";
    BOOST_CHECK((rights_of(r) == std::vector<std::string>{"selfnodeclient", "nodeclient"}));
    r.status.conditions = {{.type = "Denied"}};
    BOOST_TEST(rights_of(r).empty());
    r.status = {.certificate = "eA=="};
    BOOST_TEST(rights_of(r).empty());
    BOOST_TEST(rights_of(asks(client, setpoint::test::node_request, client_usages)).empty());
    BOOST_TEST(rights_of(asks(kubelet_client, setpoint::test::serving_request, client_usages)).empty());
    BOOST_TEST(rights_of(asks(kubelet_client, setpoint::test::nobody_request, client_usages)).empty());
    BOOST_TEST(rights_of(asks(kubelet_client, setpoint::test::node_request, serving_usages)).empty());
}

BOOST_AUTO_TEST_CASE(approval_keeps_other_conditions) {
    partial_signing_request r;
    r.status.conditions = {{.type = "Other", .status = "True"}};
    const boost::json::object patch = approval_of(r, "m");
    const boost::json::array& all = patch.at("status").at("conditions").as_array();
    BOOST_REQUIRE(all.size() == 2u);
    BOOST_TEST(all[0].at("type").as_string() == "Other");
    BOOST_TEST(boost::json::serialize(all[1]) ==
               R"({"type":"Approved","status":"True","reason":"AutoApproved","message":"m"})");
}

BOOST_AUTO_TEST_CASE(signers_refuse_what_does_not_fit) {
    using namespace setpoint::test;
    BOOST_TEST(why(kubelet_client, node_request, client_usages) == "signed");
    BOOST_TEST(why(kubelet_client, node_request, {"digital signature", "client auth"}) == "signed");
    BOOST_TEST(why(kubelet_client, node_request, {"client auth"}) ==
               "usages did not match [client auth digital signature key encipherment]");
    BOOST_TEST(why(kubelet_client, jane_request, client_usages) ==
               "subject organization is not system:nodes");
    BOOST_TEST(why(kubelet_client, serving_request, client_usages) == "DNS subjectAltNames are not allowed");
    BOOST_TEST(why(kubelet_client, nobody_request, client_usages) ==
               "subject common name does not begin with system:node:");
    BOOST_TEST(why(serving, serving_request, serving_usages) == "signed");
    BOOST_TEST(why(serving, node_request, serving_usages) == "DNS or IP subjectAltName is required");
    BOOST_TEST(why(serving, mail_request, serving_usages) == "Email subjectAltNames are not allowed");
    BOOST_TEST(why(serving, uri_request, serving_usages) == "URI subjectAltNames are not allowed");
    BOOST_TEST(why(serving, serving_request, client_usages) ==
               "usages did not match [digital signature key encipherment server auth]");
    BOOST_TEST(why(client, jane_request, {"client auth"}) == "signed");
    BOOST_TEST(why(client, jane_request, {"client auth", "server auth"}) ==
               "invalid usage for client certificate: server auth");
    BOOST_TEST(why(client, jane_request, {"key encipherment"}) ==
               "missing required usage for client certificate: client auth");
    BOOST_TEST(why("kubernetes.io/legacy-unknown", jane_request, {"cert sign"}) == "signed");
    BOOST_TEST(why("example.com/x", jane_request, client_usages) == "ignored");
}

BOOST_AUTO_TEST_CASE(only_approved_requests_are_signed) {
    partial_signing_request r = asks(client, setpoint::test::jane_request, client_usages);
    BOOST_CHECK(plan_of(r).step == signing_step::none);
    r = approved(client, setpoint::test::jane_request, client_usages);
    BOOST_CHECK(plan_of(r).step == signing_step::sign);
    r.status.conditions.push_back({.type = "Failed", .status = "True"});
    BOOST_CHECK(plan_of(r).step == signing_step::none);
    r.status.conditions.back() = {.type = "Denied", .status = "True"};
    BOOST_CHECK(plan_of(r).step == signing_step::none);
    r = approved(client, setpoint::test::jane_request, client_usages);
    r.status.certificate = "eA==";
    BOOST_CHECK(plan_of(r).step == signing_step::none);
}

BOOST_AUTO_TEST_CASE(life_is_between_ten_minutes_and_a_year) {
    BOOST_CHECK(certificate_life(std::nullopt) == 365 * 24h);
    BOOST_CHECK(certificate_life(3600) == 1h);
    BOOST_CHECK(certificate_life(1) == 10min);
    BOOST_CHECK(certificate_life(-1) == 10min);
    BOOST_CHECK(certificate_life(2'000'000'000) == 365 * 24h);
}

BOOST_FIXTURE_TEST_CASE(certificates_have_what_was_asked_for, issuing) {
    const std::string pem =
        issue(setpoint::test::serving_request, {"server auth", "digital signature"}, 10 * 24h).value();
    BOOST_TEST(http::is_issued_by(pem, ca.cert_pem));
    const http::certificate_facts facts = http::facts_of(pem).value();
    BOOST_CHECK(facts.not_before == now - 5min);
    BOOST_CHECK(facts.not_after == now + 10 * 24h - 5min);
    BOOST_CHECK((facts.names == std::vector<std::string>{"n1", "10.0.0.1"}));
    const http::x509_ptr cert = parsed(pem);
    const auto subject = authentication::subject_of(cert.get());
    BOOST_TEST(subject->common_name == "system:node:n1");
    BOOST_CHECK(subject->organizations == std::vector<std::string>{"system:nodes"});
    BOOST_TEST(X509_get_key_usage(cert.get()) == std::uint32_t{KU_DIGITAL_SIGNATURE});
    BOOST_TEST(X509_get_extended_key_usage(cert.get()) == std::uint32_t{XKU_SSL_SERVER});
    BOOST_TEST(X509_check_ca(cert.get()) == 0);
}

// A request of `attributes`, in pairs of name and value, with a key of its own.
signing_request request_of(std::initializer_list<std::pair<const char*, const char*>> attributes) {
    const std::shared_ptr<EVP_PKEY> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    signing_request out;
    out.parsed.reset(X509_REQ_new(), X509_REQ_free);
    X509_NAME* const name = X509_REQ_get_subject_name(out.parsed.get());
    for (const auto& [attribute, value] : attributes) {
        const std::shared_ptr<ASN1_OBJECT> type(OBJ_txt2obj(attribute, 0), ASN1_OBJECT_free);
        BOOST_REQUIRE(X509_NAME_add_entry_by_OBJ(name, type.get(), V_ASN1_UTF8STRING,
                                                 reinterpret_cast<const unsigned char*>(value), -1, -1,
                                                 0) == 1);
    }
    X509_REQ_set_pubkey(out.parsed.get(), key.get());
    BOOST_REQUIRE(X509_REQ_sign(out.parsed.get(), key.get(), EVP_sha256()) > 0);
    return out;
}

BOOST_FIXTURE_TEST_CASE(only_checked_attributes_are_signed, issuing) {
    const signing_request asked = request_of({{"CN", "other"},
                                              {"1.3.6.1.4.1.57683.2", "uid-of-somebody"},
                                              {"UID", "root"},
                                              {"O", "system:nodes"},
                                              {"O", "second"},
                                              {"CN", "system:node:n1"}});
    const std::string pem = issue_requested(ca, asked, {client_usages, 1h}, now, random).value();
    const http::x509_ptr cert = parsed(pem);
    const X509_NAME* const name = X509_get_subject_name(cert.get());
    BOOST_TEST(X509_NAME_entry_count(name) == 3);
    const auto subject = authentication::subject_of(cert.get());
    BOOST_TEST(subject->common_name == "system:node:n1");
    BOOST_CHECK((std::set<std::string>(subject->organizations.begin(), subject->organizations.end()) ==
                 std::set<std::string>{"system:nodes", "second"}));
    // Go writes the values of one attribute as one set.
    BOOST_TEST(X509_NAME_ENTRY_set(X509_NAME_get_entry(name, 0)) ==
               X509_NAME_ENTRY_set(X509_NAME_get_entry(name, 1)));
}

BOOST_FIXTURE_TEST_CASE(short_certificates_end_when_asked, issuing) {
    BOOST_CHECK(http::facts_of(issue(setpoint::test::jane_request, client_usages, 1h).value())->not_after ==
                now + 1h);
}

BOOST_FIXTURE_TEST_CASE(certificates_end_with_their_ca, issuing) {
    ca = http::make_ca("ca", now, random, 24h).value();
    const wall_time end = http::facts_of(ca.cert_pem)->not_after;
    BOOST_CHECK(http::facts_of(issue(setpoint::test::jane_request, client_usages, 48h).value())->not_after ==
                end);
    BOOST_TEST(!issue(setpoint::test::jane_request, client_usages, 48h, end));
}

BOOST_FIXTURE_TEST_CASE(an_unusable_authority_signs_nothing, issuing) {
    ca.key_pem = http::make_ca("other", now, random).value().key_pem;
    BOOST_CHECK(issue(setpoint::test::jane_request, client_usages, 1h).error().code == errc::bad_config);
    ca.key_pem = secret("x");
    BOOST_CHECK(issue(setpoint::test::jane_request, client_usages, 1h).error().code == errc::bad_config);
}

BOOST_FIXTURE_TEST_CASE(altered_requests_are_not_signed, issuing) {
    const signing_request jane = read_signing_request(setpoint::test::jane_request).value();
    X509_NAME* const subject = X509_REQ_get_subject_name(jane.parsed.get());
    X509_NAME_add_entry_by_txt(subject, "O", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>("system:masters"), -1, -1, 0);
    X509_REQ_set_subject_name(jane.parsed.get(), subject);
    const auto made = issue_requested(ca, jane, {client_usages, 1h}, now, random);
    BOOST_REQUIRE(!made);
    BOOST_TEST(made.error().message == "unable to verify certificate request signature");
}

BOOST_AUTO_TEST_CASE(malformed_requests_are_refused) {
    const auto says = [](std::string_view text) {
        return read_signing_request(base64_encode(text)).error().message;
    };
    BOOST_TEST(says("") == "PEM block type must be CERTIFICATE REQUEST");
    BOOST_TEST(says("-----BEGIN CERTIFICATE-----\neA==\n-----END CERTIFICATE-----\n") ==
               "PEM block type must be CERTIFICATE REQUEST");
    BOOST_TEST(says("-----BEGIN CERTIFICATE REQUEST-----\neA==\n-----END CERTIFICATE REQUEST-----\n") ==
               "asn1: structure error: malformed certificate request");
    BOOST_TEST(!read_signing_request("not base64!"));
}

BOOST_AUTO_TEST_CASE(old_requests_are_removed) {
    partial_signing_request r;
    r.metadata.creation_timestamp = timestamp::from(now - 23h);
    BOOST_TEST(!is_outdated(r, now));
    r.metadata.creation_timestamp = timestamp::from(now - 25h);
    BOOST_TEST(is_outdated(r, now));
    r.status.conditions = {condition_since("Approved", 23h)};
    BOOST_TEST(!is_outdated(r, now));
    r.status.conditions = {condition_since("Approved", 25h)};
    BOOST_TEST(is_outdated(r, now));
    for (const char* type : {"Denied", "Failed"}) {
        r.status.conditions = {condition_since(type, 59min)};
        BOOST_TEST(!is_outdated(r, now));
        r.status.conditions = {condition_since(type, 61min)};
        BOOST_TEST(is_outdated(r, now));
    }
    r.status = {.conditions = {condition_since("Approved", 61min)}, .certificate = "eA=="};
    BOOST_TEST(is_outdated(r, now));
    r.status.conditions = {condition_since("Approved", 59min)};
    BOOST_TEST(!is_outdated(r, now));
}

BOOST_FIXTURE_TEST_CASE(expired_certificates_are_removed, issuing) {
    partial_signing_request r;
    r.status.conditions = {condition_since("Approved", 1min)};
    r.status.certificate =
        base64_encode(issue(setpoint::test::jane_request, client_usages, 10min, now - 11min).value());
    BOOST_TEST(is_outdated(r, now));
    r.status.certificate =
        base64_encode(issue(setpoint::test::jane_request, client_usages, 10min, now - 9min).value());
    BOOST_TEST(!is_outdated(r, now));
}

BOOST_AUTO_TEST_SUITE_END()
