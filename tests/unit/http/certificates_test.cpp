#include "setpoint/http/certificates.hpp"

#include "setpoint/http/tls.hpp"

#include <boost/test/unit_test.hpp>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>

using namespace setpoint;
using namespace setpoint::http;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(certificates_test)

namespace {

const wall_time now = wall_time(std::chrono::sys_days(std::chrono::year(2026) / 1 / 1));

using x509 = std::unique_ptr<X509, decltype(&X509_free)>;

x509 parsed(const std::string& pem) {
    BIO* in = BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size()));
    x509 cert(PEM_read_bio_X509(in, nullptr, nullptr, nullptr), X509_free);
    BIO_free(in);
    BOOST_REQUIRE(cert);
    return cert;
}

// Whether `pem` is accepted for `purpose` at `at`, with `ca` as the only trusted authority.
bool verified(const std::string& pem, const std::string& ca, int purpose, wall_time at) {
    const x509 cert = parsed(pem), root = parsed(ca);
    X509_STORE* store = X509_STORE_new();
    X509_STORE_add_cert(store, root.get());
    X509_STORE_CTX* ctx = X509_STORE_CTX_new();
    X509_STORE_CTX_init(ctx, store, cert.get(), nullptr);
    X509_STORE_CTX_set_purpose(ctx, purpose);
    X509_VERIFY_PARAM_set_time(X509_STORE_CTX_get0_param(ctx),
                               std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()).count());
    X509_VERIFY_PARAM_set_flags(X509_STORE_CTX_get0_param(ctx), X509_V_FLAG_X509_STRICT);
    const bool ok = X509_verify_cert(ctx) == 1;
    BOOST_TEST_MESSAGE(X509_verify_cert_error_string(X509_STORE_CTX_get_error(ctx)));
    X509_STORE_CTX_free(ctx);
    X509_STORE_free(store);
    return ok;
}

struct authority {
    random_source random{1};
    certificate ca = make_ca("test-ca", now, random).value();
    certificate issue(certificate_request r) { return issue_certificate(ca, r, now, random).value(); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(keys_are_sec1_as_every_client_reads_them) {
    authority a;
    const certificate c = a.issue({.common_name = "u", .client = true});
    for (const certificate& one : {a.ca, c}) {
        const std::string_view key = one.key_pem.reveal();
        BOOST_TEST(key.starts_with("-----BEGIN EC PRIVATE KEY-----\n"));
        BOOST_TEST(key.ends_with("-----END EC PRIVATE KEY-----\n"));
        BOOST_TEST(key.find("-----BEGIN", 1) == std::string_view::npos);
    }
    tls_settings settings;
    settings.ca_pem = a.ca.cert_pem;
    settings.client_cert_pem = c.cert_pem;
    settings.client_key_pem = c.key_pem;
    BOOST_TEST(make_client_tls(settings, now).has_value());
}

BOOST_AUTO_TEST_CASE(a_server_certificate_is_for_its_names_and_addresses_and_nothing_else) {
    authority a;
    const certificate c =
        a.issue({.common_name = "s", .names = {"localhost", "127.0.0.1", "::1"}, .server = true});
    const x509 cert = parsed(c.cert_pem);
    BOOST_TEST(X509_check_host(cert.get(), "localhost", 0, 0, nullptr) == 1);
    BOOST_TEST(X509_check_host(cert.get(), "other", 0, 0, nullptr) == 0);
    BOOST_TEST(X509_check_ip_asc(cert.get(), "127.0.0.1", 0) == 1);
    BOOST_TEST(X509_check_ip_asc(cert.get(), "::1", 0) == 1);
    BOOST_TEST(X509_check_ip_asc(cert.get(), "127.0.0.2", 0) == 0);
    BOOST_TEST(verified(c.cert_pem, a.ca.cert_pem, X509_PURPOSE_SSL_SERVER, now));
    BOOST_TEST(!verified(c.cert_pem, a.ca.cert_pem, X509_PURPOSE_SSL_CLIENT, now));
    BOOST_TEST(make_server_tls(c.cert_pem, c.key_pem).has_value());
}

BOOST_AUTO_TEST_CASE(a_client_certificate_names_a_user_and_its_groups) {
    authority a;
    const certificate c =
        a.issue({.common_name = "admin", .organizations = {"system:masters", "dev"}, .client = true});
    const x509 cert = parsed(c.cert_pem);
    char text[200];
    X509_NAME_oneline(X509_get_subject_name(cert.get()), text, sizeof text);
    BOOST_TEST(std::string(text) == "/O=system:masters/O=dev/CN=admin");
    BOOST_TEST(verified(c.cert_pem, a.ca.cert_pem, X509_PURPOSE_SSL_CLIENT, now));
    BOOST_TEST(!verified(c.cert_pem, a.ca.cert_pem, X509_PURPOSE_SSL_SERVER, now));
    tls_settings s;
    s.ca_pem = a.ca.cert_pem;
    s.client_cert_pem = c.cert_pem;
    s.client_key_pem = c.key_pem;
    BOOST_TEST(make_client_tls(s, now).has_value());
}

BOOST_AUTO_TEST_CASE(keys_are_written_in_the_form_that_every_client_reads) {
    authority a;
    const certificate c = a.issue({.common_name = "admin", .client = true});
    for (const secret* key : std::initializer_list<const secret*>{&a.ca.key_pem, &c.key_pem})
        BOOST_TEST(key->reveal().starts_with("-----BEGIN EC PRIVATE KEY-----\n"));
}

BOOST_AUTO_TEST_CASE(it_is_valid_from_a_little_before_until_its_end) {
    authority a;
    const certificate c = a.issue({.common_name = "s", .server = true, .valid = 24h});
    for (const auto& [at, good] : std::vector<std::pair<duration, bool>>{
             {-10min, false}, {-4min, true}, {0s, true}, {23h, true}, {25h, false}})
        BOOST_TEST(verified(c.cert_pem, a.ca.cert_pem, X509_PURPOSE_SSL_SERVER, now + at) == good,
                   std::chrono::duration<double>(at).count());
}

BOOST_AUTO_TEST_CASE(another_ca_of_the_same_name_did_not_issue_it) {
    authority a, other;
    const certificate c = a.issue({.common_name = "s", .server = true});
    BOOST_TEST(!verified(c.cert_pem, other.ca.cert_pem, X509_PURPOSE_SSL_SERVER, now));
    BOOST_CHECK(a.ca.key_pem != other.ca.key_pem);  // although their seeds are equal
}

BOOST_AUTO_TEST_CASE(serial_numbers_differ) {
    authority a;
    const certificate one = a.issue({.common_name = "s"}), two = a.issue({.common_name = "s"});
    BOOST_TEST(ASN1_INTEGER_cmp(X509_get0_serialNumber(parsed(one.cert_pem).get()),
                                X509_get0_serialNumber(parsed(two.cert_pem).get())) != 0);
}

BOOST_AUTO_TEST_CASE(texts_that_are_invalid_in_a_certificate_are_rejected) {
    authority a;
    for (const certificate_request& r : std::vector<certificate_request>{
             {.common_name = ""},
             {.common_name = std::string(65, 'x')},
             {.common_name = "s", .names = {"a,DNS:b"}},
             {.common_name = "s", .names = {""}},
             {.common_name = "s", .organizations = {std::string("\xff\xfe", 2)}}}) {
        const auto made = issue_certificate(a.ca, r, now, a.random);
        BOOST_REQUIRE(made.has_error());
        BOOST_CHECK(made.error().code == errc::bad_config);
    }
    BOOST_TEST(issue_certificate({}, {.common_name = "s"}, now, a.random).has_error());
    BOOST_TEST(issue_certificate(a.ca, {.common_name = ""}, now, a.random).error().message ==
               "a certificate's CN has 1 to 64 bytes, but \"\" has 0");
}

BOOST_AUTO_TEST_SUITE_END()
