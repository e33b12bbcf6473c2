#include "framework/client/client_tls.hpp"

#include "unit/client/kubeconfig_world.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(client_tls_test)

namespace {

struct world {
    machine m;
    virtual_clock time;
    std::ostringstream out;
    text_sink sink{out};
    test_cert next = certs().ca.issue(named("next"));

    client_tls make(const std::string& cluster, const std::string& user) {
        m.files["/c"] = config_of("x", cluster, user);
        auto c = m.load({}, "/c");
        if (!c) throw fault(c.error());
        return client_tls(*c, time, m.sources().read_file, logger(sink, time));
    }
    void put(const test_cert& c) {
        m.files["/cert"] = c.cert_pem;
        m.files["/key"] = c.key_pem;
    }
};

const std::string by_file = a_server + ", certificate-authority: /ca",
                  user_by_file = "client-certificate: /cert, client-key: /key";

}  // namespace

BOOST_AUTO_TEST_CASE(certificate_and_authority_follow_their_files) {
    world w;
    w.m.files["/ca"] = certs().ca.pem();
    w.put(certs().admin);
    client_tls tls = w.make(by_file, user_by_file);
    const http::tls_context_ptr first = tls.current();
    BOOST_TEST((first != nullptr));
    BOOST_TEST(!tls.check());
    BOOST_TEST(tls.version() == 0u);
    w.put(w.next);
    w.time.advance(http::tls_reload::default_period);
    const http::tls_context_ptr second = tls.current();
    BOOST_TEST((second != first));
    BOOST_TEST(tls.version() == 1u);
    w.m.files["/ca"] = test_ca("other").pem();
    BOOST_TEST(tls.check());
    BOOST_TEST((tls.current() != second));
    BOOST_TEST(tls.version() == 2u);
    w.m.files["/key"] = certs().admin.key_pem;
    BOOST_TEST(!tls.check());
    BOOST_TEST(w.out.str().find("/c: users[0] \\\"x\\\": client-key (/key): does not belong to the "
                                "client-certificate") != std::string::npos,
               w.out.str());
}

BOOST_AUTO_TEST_CASE(only_the_authority_is_followed_when_the_pair_is_inline) {
    world w;
    w.m.files["/ca"] = certs().ca.pem();
    client_tls tls = w.make(by_file, client_certificate(certs().admin));
    BOOST_TEST(!tls.check());
    w.m.files["/ca"] = certs().ca.pem() + test_ca("other").pem();
    BOOST_TEST(tls.check());
}

BOOST_AUTO_TEST_CASE(nothing_is_read_when_nothing_is_in_files_or_the_server_speaks_plain_http) {
    world w;
    w.m.files["/ca"] = certs().ca.pem();
    w.put(certs().admin);
    client_tls inline_data = w.make(a_server, client_certificate(certs().admin));
    client_tls plain = w.make("server: 'http://a', certificate-authority: /ca", user_by_file);
    w.m.files.clear();
    w.time.advance(http::tls_reload::default_period);
    BOOST_TEST((inline_data.current() != nullptr));
    BOOST_TEST(!inline_data.check());
    BOOST_TEST((plain.current() == nullptr));
    BOOST_TEST(!plain.check());
    BOOST_TEST(w.out.str() == "");
}

BOOST_AUTO_TEST_CASE(a_plugin_gives_the_pair_while_the_authority_follows_its_file) {
    world w;
    w.m.files["/ca"] = certs().ca.pem();
    client_tls tls = w.make(by_file, "");
    const http::tls_context_ptr without = tls.current();
    BOOST_REQUIRE(tls.use_pair(w.next.cert_pem, secret(w.next.key_pem)).has_value());
    const http::tls_context_ptr with = tls.current();
    BOOST_TEST((with != without));
    BOOST_TEST(tls.version() == 1u);
    const auto refused = tls.use_pair(w.next.cert_pem, secret(certs().admin.key_pem));
    BOOST_REQUIRE(refused.has_error());
    BOOST_TEST(refused.error().message == "client-key: does not belong to the client-certificate");
    BOOST_TEST((tls.current() == with));
    // A file that is unreadable at the moment does not block a pair: its previous content is used.
    w.m.files["/ca"] = "unreadable";
    BOOST_REQUIRE(tls.use_pair(certs().admin.cert_pem, secret(certs().admin.key_pem)).has_value());
    BOOST_TEST((tls.current() != with));
    BOOST_TEST(tls.use_pair(w.next.cert_pem, secret(certs().admin.key_pem)).has_error());
    w.m.files["/ca"] = certs().ca.pem();
    BOOST_TEST(tls.check());
    // The rejected pair is not tried again with the next change of the authority.
    w.m.files["/ca"] = certs().ca.pem() + test_ca("other").pem();
    BOOST_TEST(tls.check());
    BOOST_REQUIRE(tls.use_pair("", secret()).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
