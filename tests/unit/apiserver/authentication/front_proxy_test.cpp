// Identities that a proxy claims in headers (apiserver, pkg/authentication/request/headerrequest).

#include "apiserver/authentication/front_proxy.hpp"

#include "certificates.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver::authentication;
using headers = std::vector<http::header>;

struct proxy_world {
    issued ca{ca_shape("proxies")};
    issued proxy{client_shape("front"), &ca}, other{client_shape("back"), &ca};
    front_proxy_settings settings{.allowed_names = {"front"},
                                  .username_headers = {"X-Remote-User", "X-Login"},
                                  .uid_headers = {"X-Remote-Uid"},
                                  .group_headers = {"X-Remote-Group", "X-Team"},
                                  .extra_prefixes = {"X-Remote-Extra-"}};

    verdict ask(const headers& sent, const http::peer_certificates* peer,
                const std::vector<std::string>* audiences = nullptr) const {
        front_proxy_authenticator a(*certificate_verifier::from_pem(ca.pem()), settings, {"api"});
        return a.authenticate(
            {.headers = sent, .path = "/", .peer = peer, .now = noon, .audiences = audiences});
    }
    verdict by_proxy(const headers& sent) const {
        const http::peer_certificates peer = presented({&proxy});
        return ask(sent, &peer);
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(front_proxies)

BOOST_AUTO_TEST_CASE(headers_of_a_proxy_name_the_user) {
    const proxy_world w;
    const verdict v = w.by_proxy({{"x-remote-user", "jane"},
                                  {"X-Remote-Uid", "u"},
                                  {"X-Team", "t"},
                                  {"X-Remote-Group", "g1"},
                                  {"X-Remote-Group", ""},
                                  {"X-Remote-Group", "g2"},
                                  {"X-Remote-Extra-Acme.com%2FProject", "a"},
                                  {"x-remote-extra-acme.com%2fproject", "b"},
                                  {"X-Remote-Extra-50%", "c"}});
    BOOST_REQUIRE(v.is_authenticated());
    BOOST_TEST(v.user->name == "jane");
    BOOST_TEST(v.user->uid == "u");
    BOOST_TEST(v.user->groups == (std::vector<std::string>{"g1", "g2", "t"}),
               boost::test_tools::per_element());
    BOOST_REQUIRE(v.user->extra.size() == 2u);
    BOOST_TEST(v.user->extra.at("acme.com/project") == (std::vector<std::string>{"a", "b"}),
               boost::test_tools::per_element());
    BOOST_TEST(v.user->extra.at("50%") == std::vector<std::string>{"c"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(first_header_with_a_value_counts) {
    const proxy_world w;
    BOOST_TEST(w.by_proxy({{"X-Remote-User", ""}, {"X-Login", "joe"}}).user->name == "joe");
    BOOST_TEST(w.by_proxy({{"X-Login", "joe"}, {"X-Remote-User", "jane"}}).user->name == "jane");
}

BOOST_AUTO_TEST_CASE(headers_without_certificate_are_ignored) {
    const proxy_world w;
    const verdict v = w.ask({{"X-Remote-User", "admin"}, {"X-Remote-Group", "system:masters"}}, nullptr);
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(!v.is_refused());
}

BOOST_AUTO_TEST_CASE(headers_with_foreign_certificate_are_refused) {
    const proxy_world w;
    const issued stranger(ca_shape("stranger")), client(client_shape("front"), &stranger);
    const http::peer_certificates peer = presented({&client});
    const verdict v = w.ask({{"X-Remote-User", "admin"}}, &peer);
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(v.error_text() == "x509: certificate signed by unknown authority");
}

BOOST_AUTO_TEST_CASE(only_allowed_names_are_proxies) {
    proxy_world w;
    const http::peer_certificates peer = presented({&w.other});
    const headers sent{{"X-Remote-User", "jane"}};
    BOOST_TEST(w.ask(sent, &peer).error_text() == "x509: subject with cn=back is not in the allowed list");
    w.settings.allowed_names = {};
    BOOST_TEST(w.ask(sent, &peer).is_authenticated());
}

BOOST_AUTO_TEST_CASE(proxy_without_user_is_not_concerned) {
    const proxy_world w;
    const verdict v = w.by_proxy({{"X-Remote-Group", "system:masters"}});
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(!v.is_refused());
}

BOOST_AUTO_TEST_CASE(audiences_must_be_the_servers_own) {
    const proxy_world w;
    const http::peer_certificates peer = presented({&w.proxy});
    const std::vector<std::string> own{"x", "api"}, foreign{"x"};
    const headers sent{{"X-Remote-User", "jane"}};
    BOOST_TEST(w.ask(sent, &peer, &own).audiences == std::vector<std::string>{"api"},
               boost::test_tools::per_element());
    BOOST_TEST(!w.ask(sent, &peer, &foreign).is_authenticated());
}

BOOST_AUTO_TEST_CASE(header_names_are_trimmed) {
    front_proxy_settings s{.username_headers = {" X-User "}};
    BOOST_TEST(s.trim().has_value());
    BOOST_TEST(s.username_headers[0] == "X-User");
    s.group_headers = {"  "};
    BOOST_TEST(s.trim().error().message == "empty header \"  \"");
}

BOOST_AUTO_TEST_SUITE_END()
