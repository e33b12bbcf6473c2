// Tokens of service accounts, and their reviews. Expectations were observed on kube-apiserver 1.36.3.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(reviews_of_tokens)

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;
namespace bj = boost::json;

struct token_fixture : api_fixture {
    token_fixture() {
        ask("POST", "/api/v1/namespaces", R"({"metadata":{"name":"kube-system"}})");
        ask("POST", accounts, R"({"metadata":{"name":"robot"}})");
    }
    std::string token(const std::string& spec = "{}") {
        return text_in(tree("POST", std::string(accounts) + "/robot/token", "{\"spec\":" + spec + "}"),
                       {"status", "token"});
    }
    bj::object review(const std::string& token, const std::string& audiences = "[]") {
        const bj::object spec{{"token", token}, {"audiences", bj::parse(audiences)}};
        return object_of(tree("POST", "/apis/authentication.k8s.io/v1/tokenreviews",
                              bj::serialize(bj::object{{"spec", spec}})),
                         "status");
    }
};

BOOST_FIXTURE_TEST_CASE(a_token_is_reviewed_as_its_account, token_fixture) {
    const bj::object status = review(token());
    BOOST_TEST(true_at(status, "authenticated"));
    BOOST_TEST(text_in(status, {"user", "username"}) == "system:serviceaccount:default:robot");
    BOOST_TEST(
        (bj::value(list_of(object_of(status, "user"), "groups")) ==
         bj::parse(
             R"(["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"])")));
    BOOST_TEST((bj::value(list_of(status, "audiences")) ==
                bj::parse(R"(["https://kubernetes.default.svc.cluster.local"])")));
}

BOOST_FIXTURE_TEST_CASE(unknown_tokens_are_refused, token_fixture) {
    for (const std::string& one : {std::string("nope"), std::string("a.b.c")}) {
        const bj::object status = review(one);
        BOOST_TEST(!true_at(status, "authenticated"));
        BOOST_TEST(text_in(status, {"error"}) == "invalid bearer token");
    }
    std::string forged = token();
    forged[forged.rfind('.') + 1] ^= 1;
    BOOST_TEST(text_in(review(forged), {"error"}) ==
               "[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]");
}

BOOST_FIXTURE_TEST_CASE(audiences_must_overlap, token_fixture) {
    const std::string own = token(R"({"audiences":["a","b"]})");
    BOOST_TEST((bj::value(list_of(review(own, R"(["b","c"])"), "audiences")) == bj::parse(R"(["b"])")));
    const bj::object other = review(own, R"(["c"])");
    BOOST_TEST(!true_at(other, "authenticated"));
    BOOST_TEST(
        text_in(other, {"error"}) ==
        R"([invalid bearer token, token audiences ["a" "b"] is invalid for the target audiences ["c"]])");
}

// Compared one by one, these would take minutes.
BOOST_FIXTURE_TEST_CASE(many_audiences_take_little_time, token_fixture) {
    bj::array own, wanted;
    for (int i = 0; i < 60'000; ++i) {
        own.emplace_back("own" + std::to_string(i));
        wanted.emplace_back("wanted" + std::to_string(i));
    }
    wanted.emplace_back("own59999");
    wanted.emplace_back("own59999");
    const bj::object status =
        review(token(R"({"audiences":)" + bj::serialize(own) + "}"), bj::serialize(wanted));
    BOOST_TEST((bj::value(list_of(status, "audiences")) == bj::parse(R"(["own59999","own59999"])")));
}

BOOST_FIXTURE_TEST_CASE(a_token_ends_with_its_time_and_with_its_account, token_fixture) {
    const std::string brief = token(R"({"expirationSeconds":600})"), old = token();
    l.run_until(l.now() + std::chrono::seconds(659));
    BOOST_TEST(true_at(review(brief), "authenticated"));  // clocks may differ by a minute
    l.run_until(l.now() + std::chrono::seconds(2));
    BOOST_TEST(text_in(review(brief), {"error"}) ==
               "[invalid bearer token, service account token has expired]");
    BOOST_TEST(true_at(review(old), "authenticated"));
    ask("DELETE", std::string(accounts) + "/robot");
    BOOST_TEST(!true_at(review(old), "authenticated"));
    ask("POST", accounts, R"({"metadata":{"name":"robot"}})");
    BOOST_TEST(text_in(review(old), {"error"}).starts_with("[invalid bearer token, service account UID ("));
}

BOOST_FIXTURE_TEST_CASE(a_bound_token_ends_with_its_object, token_fixture) {
    const char* const secrets = "/api/v1/namespaces/default/secrets";
    ask("POST", secrets, R"({"metadata":{"name":"s"}})");
    const std::string bound = token(R"({"boundObjectRef":{"kind":"Secret","apiVersion":"v1","name":"s"}})");
    BOOST_TEST(true_at(review(bound), "authenticated"));
    ask("DELETE", std::string(secrets) + "/s");
    BOOST_TEST(text_in(review(bound), {"error"}) ==
               "[invalid bearer token, service account token has been invalidated]");
}

BOOST_FIXTURE_TEST_CASE(pod_token_names_its_node, token_fixture) {
    const char* const pods = "/api/v1/namespaces/default/pods";
    const char* const bound_to = R"({"boundObjectRef":{"kind":"Pod","apiVersion":"v1","name":"p"}})";
    ask("POST", pods, R"({"metadata":{"name":"p"},"spec":{"serviceAccountName":"robot","nodeName":"n",
        "automountServiceAccountToken":false,"containers":[{"name":"c","image":"i"}]}})");
    const auto extra_of = [&](const std::string& t) { return object_of(review(t), {"user", "extra"}); };
    const bj::object without = extra_of(token(bound_to));
    BOOST_TEST((without.at("authentication.kubernetes.io/node-name") == bj::parse(R"(["n"])")));
    BOOST_TEST(!without.contains("authentication.kubernetes.io/node-uid"));
    BOOST_TEST((without.at("authentication.kubernetes.io/pod-name") == bj::parse(R"(["p"])")));
    ask("POST", "/api/v1/nodes", R"({"metadata":{"name":"n"}})");
    BOOST_TEST(extra_of(token(bound_to)).contains("authentication.kubernetes.io/node-uid"));
}

BOOST_AUTO_TEST_SUITE_END()
