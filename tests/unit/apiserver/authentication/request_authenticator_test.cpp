// All authenticators of a server together (kubernetes, pkg/kubeapiserver/authenticator).

#include "apiserver/authentication/request_authenticator.hpp"

#include "apiserver/authentication/client_certificate.hpp"
#include "apiserver/authentication/static_tokens.hpp"
#include "certificates.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver::authentication;
using headers = std::vector<http::header>;

struct expired_tokens : token_authenticator {
    verdict authenticate(const token_query& q) const override {
        if (q.token == "old") return verdict::refused("service account token has expired");
        if (q.token != "foreign") return {};
        verdict v = verdict::of({.name = "foreigner"});
        v.audiences = {"elsewhere"};
        return v;
    }
};

struct chain_world {
    issued ca{ca_shape("ca")}, client{client_shape("jane"), &ca}, stranger{client_shape("jane")};

    request_authenticator chain(anonymous_settings anonymous = {}) const {
        authentication_parts parts{.api_audiences = {"api"}, .anonymous = std::move(anonymous)};
        parts.client_certificates =
            std::make_unique<client_certificate_authenticator>(*certificate_verifier::from_pem(ca.pem()));
        parts.tokens.push_back(
            std::make_unique<static_tokens>(*static_tokens::parse("good,joe,7,g\n", "f", {"api"})));
        parts.tokens.push_back(std::make_unique<expired_tokens>());
        return request_authenticator(std::move(parts));
    }
    // The user's name, or the errors, or "401".
    static std::string ask(const request_authenticator& a, const headers& sent, const issued* cert = nullptr,
                           std::string_view path = "/api") {
        const http::peer_certificates peer = cert ? presented({cert}) : http::peer_certificates();
        const verdict v = a.authenticate(sent, path, cert ? &peer : nullptr, noon);
        if (v.is_authenticated()) return v.user->name;
        return v.is_refused() ? v.error_text() : "401";
    }
    static headers bearer(const char* token) { return {{"Authorization", std::string("Bearer ") + token}}; }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(request_authenticators)

BOOST_AUTO_TEST_CASE(each_credential_is_accepted) {
    const chain_world w;
    const auto a = w.chain();
    BOOST_TEST(w.ask(a, w.bearer("good")) == "joe");
    BOOST_TEST(w.ask(a, {}, &w.client) == "jane");
    BOOST_TEST(w.ask(a, {}) == "system:anonymous");
    const verdict v = a.authenticate(w.bearer("good"), "/", nullptr, noon);
    BOOST_TEST(v.user->groups == (std::vector<std::string>{"g", "system:authenticated"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(certificate_counts_before_tokens) {
    const chain_world w;
    const auto a = w.chain();
    BOOST_TEST(w.ask(a, w.bearer("good"), &w.client) == "jane");
    BOOST_TEST(w.ask(a, w.bearer("bad"), &w.client) == "jane");
}

BOOST_AUTO_TEST_CASE(token_saves_a_foreign_certificate) {
    const chain_world w;
    BOOST_TEST(w.ask(w.chain(), w.bearer("good"), &w.stranger) == "joe");
}

BOOST_AUTO_TEST_CASE(refused_credentials_are_not_anonymous) {
    const chain_world w;
    const auto a = w.chain();
    BOOST_TEST(w.ask(a, w.bearer("bad")) == "invalid bearer token");
    BOOST_TEST(w.ask(a, w.bearer("old")) == "[invalid bearer token, service account token has expired]");
    BOOST_TEST(w.ask(a, {}, &w.stranger).find("x509: certificate signed by unknown authority") !=
               std::string::npos);
    BOOST_TEST(w.ask(a, {{"Authorization", "Basic YTpi"}}) == "system:anonymous");
}

BOOST_AUTO_TEST_CASE(anonymous_may_be_off_or_limited) {
    const chain_world w;
    BOOST_TEST(w.ask(w.chain({.enabled = false}), {}) == "401");
    const auto some = w.chain({.paths = {"/livez"}});
    BOOST_TEST(w.ask(some, {}, nullptr, "/livez") == "system:anonymous");
    BOOST_TEST(w.ask(some, {}, nullptr, "/api") == "401");
}

BOOST_AUTO_TEST_CASE(server_without_authenticators_knows_anonymous) {
    const request_authenticator open(authentication_parts{}),
        closed(authentication_parts{.anonymous = {.enabled = false}});
    BOOST_TEST(chain_world::ask(open, {}) == "system:anonymous");
    BOOST_TEST(chain_world::ask(closed, {}) == "401");
}

BOOST_AUTO_TEST_CASE(users_for_other_audiences_are_refused) {
    const chain_world w;
    BOOST_TEST(w.ask(w.chain(), w.bearer("foreign")) ==
               "unable to match the audience: [elsewhere] , accepted: [api]");
}

BOOST_AUTO_TEST_CASE(reviews_answer_in_words_of_kubernetes) {
    const chain_world w;
    const auto a = w.chain();
    const auto review = [&](const char* token, boost::json::array audiences = {}) {
        const auto status = a.review(token, audiences, noon).status;
        return status ? boost::json::serialize(*status) : std::string("500");
    };
    BOOST_TEST(review("good") == R"({"authenticated":true,"user":{"username":"joe","uid":"7",)"
                                 R"("groups":["g","system:authenticated"]},"audiences":["api"]})");
    BOOST_TEST(review("bad") == R"({"error":"invalid bearer token","user":{}})");
    BOOST_TEST(review("old") ==
               R"({"error":"[invalid bearer token, service account token has expired]","user":{}})");
    BOOST_TEST(review("good", {"other"}) == R"({"error":"invalid bearer token","user":{}})");
    BOOST_TEST(review("foreign") == "500");
    BOOST_TEST(review("foreign", {"elsewhere"}).starts_with(R"({"authenticated":true)"));
    BOOST_TEST(review("bad", {"x"}).find("bad\"") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
