#include "setpoint/http/tls.hpp"

#include "support/test_certs.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(tls_test)

namespace {

constexpr wall_time now = std::chrono::sys_days(std::chrono::year(2026) / 6 / 1);

struct authority {
    test_ca ca;
    test_cert client = ca.issue({"client", {}});
    tls_settings settings() const { return {ca.pem(), client.cert_pem, secret(client.key_pem), "", false}; }
};

std::string why(const tls_settings& s) {
    const auto made = make_client_tls(s, now);
    if (made) return "";
    BOOST_CHECK(made.error().code == errc::bad_config);
    return made.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(good_settings_make_a_context) {
    const authority a;
    BOOST_TEST(why(a.settings()) == "");
    BOOST_TEST(why({a.ca.pem(), "", secret(), "", false}) == "");
    BOOST_TEST(why({a.ca.pem() + "# a comment\n" + test_ca("other").pem(), "", secret(), "", false}) == "");
    BOOST_TEST(why({"", "", secret(), "", true}) == "");
    BOOST_TEST(make_server_tls(a.client.cert_pem + a.ca.pem(), secret(a.client.key_pem)).has_value());
}

BOOST_AUTO_TEST_CASE(a_certificate_authority_that_cannot_be_read_is_named) {
    const authority a;
    tls_settings s = a.settings();
    s.ca_pem = "hello";
    BOOST_TEST(why(s) == "certificate-authority: contains no PEM certificate");
    s.ca_pem = a.client.key_pem;
    BOOST_TEST(why(s) == "certificate-authority: contains no PEM certificate");
    s.ca_pem = a.ca.pem();
    s.ca_pem.replace(60, 20, "AAAAAAAAAAAAAAAAAAAA");
    BOOST_TEST(why(s).starts_with("certificate-authority: PEM certificate 1 cannot be read: "), why(s));
    s.ca_pem = a.ca.pem() + "-----BEGIN CERTIFICATE-----\nnot base64 !\n-----END CERTIFICATE-----\n";
    BOOST_TEST(why(s).starts_with("certificate-authority: PEM certificate 2 cannot be read: "), why(s));
    s.ca_pem = a.ca.pem().substr(0, a.ca.pem().size() - 30);
    BOOST_TEST(why(s).starts_with("certificate-authority: PEM certificate 1 cannot be read: "), why(s));
}

BOOST_AUTO_TEST_CASE(a_client_certificate_that_cannot_be_used_is_named) {
    authority a;
    tls_settings s = a.settings();
    s.client_cert_pem = "x";
    BOOST_TEST(why(s) == "client-certificate: contains no PEM certificate");
    s.client_cert_pem = "";
    BOOST_TEST(why(s) == "client-certificate: is missing, but there is a client-key");
    cert_request old{"client", {}};
    old.not_after = wall_time(std::chrono::sys_days(std::chrono::year(2025) / 1 / 1));
    const test_cert expired = a.ca.issue(old);
    s.client_cert_pem = expired.cert_pem;
    s.client_key_pem = secret(expired.key_pem);
    BOOST_TEST(why(s) == "client-certificate: expired on 2025-01-01");
    cert_request early{"client", {}};
    early.not_before = wall_time(std::chrono::sys_days(std::chrono::year(2027) / 2 / 3));
    const test_cert later = a.ca.issue(early);
    s.client_cert_pem = later.cert_pem;
    s.client_key_pem = secret(later.key_pem);
    BOOST_TEST(why(s) == "client-certificate: is not valid before 2027-02-03");
}

BOOST_AUTO_TEST_CASE(a_client_key_that_cannot_be_used_is_named_without_a_byte_of_it) {
    authority a;
    tls_settings s = a.settings();
    s.client_key_pem = secret();
    BOOST_TEST(why(s) == "client-key: is missing, but there is a client-certificate");
    s.client_key_pem = secret("no key");
    BOOST_TEST(why(s) == "client-key: contains no PEM private key");
    s.client_key_pem = secret(a.ca.issue({"another", {}}).key_pem);
    BOOST_TEST(why(s) == "client-key: does not belong to the client-certificate");
    s.client_key_pem = secret(encrypted(a.client.key_pem, "phrase"));
    BOOST_TEST(why(s) == "client-key: is encrypted; only keys without a pass phrase can be used");
    std::string damaged = a.client.key_pem;
    damaged.replace(40, 8, "AAAAAAAA");
    s.client_key_pem = secret(damaged);
    BOOST_TEST(why(s).starts_with("client-key: cannot be read: "), why(s));
    BOOST_TEST(why(s).find("AAAAAAAA") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_server_pair_that_does_not_match_is_named) {
    authority a;
    const auto made = make_server_tls(a.client.cert_pem, secret(a.ca.key_pem()));
    BOOST_REQUIRE(made.has_error());
    BOOST_TEST(made.error().message == "key: does not belong to the certificate");
}

BOOST_AUTO_TEST_SUITE_END()
