// Users with client certificates (apiserver, pkg/authentication/request/x509).

#include "apiserver/authentication/client_certificate.hpp"

#include "certificates.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver::authentication;
using setpoint::apiserver::user_info;

struct certificate_world {
    issued ca{ca_shape("ca")};
    client_certificate_authenticator by_ca() const { return trusting(ca.pem()); }
    static client_certificate_authenticator trusting(const std::string& pem,
                                                     client_certificate_settings settings = {}) {
        auto verifier = certificate_verifier::from_pem(pem);
        BOOST_REQUIRE(verifier.has_value());
        return client_certificate_authenticator(std::move(*verifier), settings);
    }
    static verdict ask(const client_certificate_authenticator& a, const http::peer_certificates& peer,
                       wall_time now = noon) {
        const std::vector<http::header> none;
        return a.authenticate({.headers = none, .path = "/", .peer = &peer, .now = now});
    }
    verdict ask(const shape& s, wall_time now = noon) const {
        const issued client(s, &ca);
        return ask(by_ca(), presented({&client}), now);
    }
    // What follows "failed: ", or the whole text.
    static std::string reason(const verdict& v) {
        const std::string text = v.error_text();
        const std::size_t at = text.find("failed: ");
        return at == std::string::npos ? text : text.substr(at + 8);
    }
};

constexpr std::string_view unknown = "x509: certificate signed by unknown authority";

}  // namespace

BOOST_AUTO_TEST_SUITE(client_certificates)

BOOST_AUTO_TEST_CASE(subject_names_user_and_groups) {
    const certificate_world w;
    const verdict v = w.ask(client_shape("jane", {"admins", "auditors"}));
    BOOST_REQUIRE(v.is_authenticated());
    BOOST_TEST(v.user->name == "jane");
    BOOST_TEST(v.user->uid == "");
    BOOST_TEST(v.user->groups == (std::vector<std::string>{"admins", "auditors"}),
               boost::test_tools::per_element());
    BOOST_TEST(v.audiences.empty());
    const auto& id = v.user->extra.at("authentication.kubernetes.io/credential-id");
    BOOST_REQUIRE(id.size() == 1u);
    BOOST_TEST(id[0].size() == 11u + 64u);
    BOOST_TEST(id[0].starts_with("X509SHA256="));
}

BOOST_AUTO_TEST_CASE(connection_without_certificate_is_not_concerned) {
    const certificate_world w;
    const std::vector<http::header> none;
    const verdict v = w.by_ca().authenticate({.headers = none, .path = "/", .now = noon});
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(!v.is_refused());
}

BOOST_AUTO_TEST_CASE(certificate_without_common_name_is_not_concerned) {
    const certificate_world w;
    shape s;
    s.subject = {{"O", "system:masters"}};
    const verdict v = w.ask(s);
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(!v.is_refused());
}

BOOST_AUTO_TEST_CASE(last_common_name_counts) {
    const certificate_world w;
    shape s;
    s.subject = {{"CN", "first"}, {"O", "g"}, {"CN", "last"}};
    BOOST_TEST(w.ask(s).user->name == "last");
}

BOOST_AUTO_TEST_CASE(zero_byte_does_not_end_names) {
    const certificate_world w;
    shape s;
    s.subject = {{"CN", std::string("admin\0x", 7), V_ASN1_UTF8STRING}};
    const verdict v = w.ask(s);
    BOOST_REQUIRE(v.is_authenticated());
    BOOST_TEST(v.user->name == std::string("admin\0x", 7));
}

BOOST_AUTO_TEST_CASE(foreign_certificate_is_refused) {
    const certificate_world w;
    const issued other(ca_shape("other")), client(client_shape("jane"), &other);
    const verdict v = certificate_world::ask(w.by_ca(), presented({&client}));
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(w.reason(v) == unknown);
    BOOST_TEST(v.error_text().starts_with(fmt::format("verifying certificate SN={}, SKID=", client.serial())),
               v.error_text());
    BOOST_TEST(v.error_text().find(", AKID= failed: ") != std::string::npos, v.error_text());
}

BOOST_AUTO_TEST_CASE(self_signed_certificate_is_refused) {
    const certificate_world w;
    const issued client(client_shape("jane"));
    BOOST_TEST(w.reason(w.ask(w.by_ca(), presented({&client}))) == unknown);
}

BOOST_AUTO_TEST_CASE(namesake_of_the_authority_is_refused) {
    const certificate_world w;
    const issued namesake(ca_shape("ca")), client(client_shape("jane"), &namesake);
    const verdict v = certificate_world::ask(w.by_ca(), presented({&client}));
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(w.reason(v) ==
               std::string(unknown) +
                   " (possibly because of \"x509: ECDSA verification failure\" while trying to "
                   "verify candidate authority certificate \"ca\")");
}

BOOST_AUTO_TEST_CASE(intermediates_come_from_the_client) {
    const certificate_world w;
    const issued between(ca_shape("between"), &w.ca), client(client_shape("jane"), &between);
    const issued unrelated(ca_shape("unrelated"));
    BOOST_TEST(w.ask(w.by_ca(), presented({&client, &between})).is_authenticated());
    BOOST_TEST(w.ask(w.by_ca(), presented({&client, &unrelated, &between})).is_authenticated());
    BOOST_TEST(w.reason(w.ask(w.by_ca(), presented({&client}))) == unknown);
}

BOOST_AUTO_TEST_CASE(intermediate_must_be_an_authority) {
    const certificate_world w;
    const issued jane(client_shape("jane"), &w.ca), forged(client_shape("admin", {"system:masters"}), &jane);
    const verdict v = certificate_world::ask(w.by_ca(), presented({&forged, &jane}));
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(v.is_refused());
}

BOOST_AUTO_TEST_CASE(listed_intermediate_is_trusted_without_its_issuer) {
    const certificate_world w;
    const issued between(ca_shape("between"), &w.ca), client(client_shape("jane"), &between);
    BOOST_TEST(w.ask(w.trusting(between.pem()), presented({&client})).is_authenticated());
    const issued other(client_shape("joe"), &w.ca);
    BOOST_TEST(!w.ask(w.trusting(between.pem()), presented({&other})).is_authenticated());
}

BOOST_AUTO_TEST_CASE(validity_is_checked_at_each_request) {
    using namespace std::chrono_literals;
    const certificate_world w;
    shape s = client_shape("jane");
    s.from = noon - 10min;
    s.until = noon + 10min;
    BOOST_TEST(w.ask(s, noon).is_authenticated());
    BOOST_TEST(w.ask(s, noon - 10min).is_authenticated());
    BOOST_TEST(
        w.reason(w.ask(s, noon + 11min)) ==
        "x509: certificate has expired or is not yet valid: current time 2026-06-01T12:11:00Z is after "
        "2026-06-01T12:10:00Z");
    BOOST_TEST(
        w.reason(w.ask(s, noon - 11min)) ==
        "x509: certificate has expired or is not yet valid: current time 2026-06-01T11:49:00Z is before "
        "2026-06-01T11:50:00Z");
    BOOST_TEST(!w.ask(s, noon + 10min + 1ms).is_authenticated());
}

BOOST_AUTO_TEST_CASE(far_expiry_does_not_overflow) {
    const certificate_world w;
    shape s = client_shape("jane");
    s.until = wall_time::max();
    BOOST_TEST(w.ask(s).is_authenticated());
}

BOOST_AUTO_TEST_CASE(expired_authority_is_refused) {
    using namespace std::chrono_literals;
    shape s = ca_shape("old");
    s.until = noon - 1min;
    const issued old(s), client(client_shape("jane"), &old);
    const verdict v = certificate_world::ask(certificate_world::trusting(old.pem()), presented({&client}));
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(
        certificate_world::reason(v) ==
        "x509: certificate has expired or is not yet valid: current time 2026-06-01T12:00:00Z is after "
        "2026-06-01T11:59:00Z");
}

BOOST_AUTO_TEST_CASE(usage_must_allow_clients) {
    const certificate_world w;
    shape s = client_shape("jane");
    s.usage = "serverAuth";
    BOOST_TEST(w.reason(w.ask(s)) == "x509: certificate specifies an incompatible key usage");
    s.usage = "serverAuth,clientAuth";
    BOOST_TEST(w.ask(s).is_authenticated());
    s.usage = "anyExtendedKeyUsage";
    BOOST_TEST(w.ask(s).is_authenticated());
    s.usage = "";
    BOOST_TEST(w.ask(s).is_authenticated());
}

BOOST_AUTO_TEST_CASE(usage_of_authorities_limits_clients) {
    shape s = ca_shape("servers only");
    s.usage = "serverAuth";
    const issued ca(s), client(client_shape("jane"), &ca);
    const verdict v = certificate_world::ask(certificate_world::trusting(ca.pem()), presented({&client}));
    BOOST_TEST(certificate_world::reason(v) == "x509: certificate specifies an incompatible key usage");
}

BOOST_AUTO_TEST_CASE(weak_signature_is_refused) {
    const certificate_world w;
    shape s = client_shape("jane");
    s.digest = EVP_sha1();
    BOOST_TEST(!w.ask(s).is_authenticated());
}

BOOST_AUTO_TEST_CASE(uid_comes_from_the_subject) {
    const certificate_world w;
    const std::string uid = "1.3.6.1.4.1.57683.2";
    shape s = client_shape("jane");
    s.subject.push_back({uid, "u-1"});
    BOOST_TEST(w.ask(s).user->uid == "u-1");
    const issued client(s, &w.ca);
    BOOST_TEST(w.ask(w.trusting(w.ca.pem(), {.parse_uid = false}), presented({&client})).user->uid == "");
    s.subject.push_back({uid, "u-2"});
    BOOST_TEST(w.ask(s).error_text() == "expected 1 UID, but found multiple: [u-1 u-2]");
}

BOOST_AUTO_TEST_CASE(malformed_certificates_are_refused) {
    const certificate_world w;
    const issued client(client_shape("jane"), &w.ca);
    http::peer_certificates peer = presented({&client});
    peer.chain[0] += "x";
    BOOST_TEST(w.ask(w.by_ca(), peer).error_text() == "x509: malformed certificate");
    for (std::size_t size = 0; size < client.der().size(); size += 7) {
        peer.chain[0] = client.der().substr(0, size);
        BOOST_TEST(!w.ask(w.by_ca(), peer).is_authenticated());
    }
}

BOOST_AUTO_TEST_CASE(bundle_must_hold_certificates) {
    const certificate_world w;
    const auto why = [](const std::string& pem) {
        const auto made = certificate_verifier::from_pem(pem);
        return made ? std::string() : made.error().message;
    };
    BOOST_TEST(why("") == "data does not contain any valid RSA or ECDSA certificates");
    BOOST_TEST(why("hello") == "data does not contain any valid RSA or ECDSA certificates");
    BOOST_TEST(why(w.ca.pem() + w.ca.pem()) == "");
    BOOST_TEST(why(w.ca.pem().substr(0, 200)).starts_with("certificate 1 cannot be read: "));
}

BOOST_AUTO_TEST_SUITE_END()
