// Reviews that webhooks get, and what they answer (apiserver, plugin/pkg/authorizer/webhook).

#include "apiserver/authorization/access_review.hpp"

#include "apiserver/authorization/review_cache.hpp"
#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(access_reviews)

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using verdict = decision::verdict;

constexpr const char* good =
    R"({"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1","status":{"allowed":true}})";

std::string spec_text(const attributes& of) {
    return json_text::serialize(review_spec(of));
}

std::string refusal_of(std::string_view body, std::string_view version = "v1") {
    const auto read = read_review(body, version);
    return read ? "read" : read.error().message;
}

BOOST_AUTO_TEST_CASE(resources_are_described) {
    attributes of = test::asks(test::user("jane", "a,b"), "get", "apps/deployments:scale", "ns", "d");
    of.version = "v1";
    BOOST_TEST(spec_text(of) ==
               R"({"resourceAttributes":{"namespace":"ns","verb":"get","group":"apps","version":"v1",)"
               R"("resource":"deployments","subresource":"scale","name":"d"},"user":"jane",)"
               R"("groups":["a","b"]})");
}

BOOST_AUTO_TEST_CASE(paths_and_extra_are_described) {
    const user_ptr who = std::make_shared<const user_info>(
        user_info{.name = "jane", .uid = "1", .groups = {}, .extra = {{"k", {"x", "y"}}}});
    BOOST_TEST(spec_text(test::asks_path(who, "get", "/healthz")) ==
               R"({"nonResourceAttributes":{"path":"/healthz","verb":"get"},"user":"jane",)"
               R"("extra":{"k":["x","y"]},"uid":"1"})");
}

BOOST_AUTO_TEST_CASE(readable_conditions_of_selectors_are_sent) {
    attributes of = test::asks(test::user("jane"), "list", "pods");
    of.fields = field_terms("spec.nodeName=n,status.phase!=Failed");
    of.labels = label_terms("a=b,c notin (d,e),f,!g,h>1,i!=j");
    const bj::object spec = review_spec(of);
    const bj::object& sent = spec.at("resourceAttributes").as_object();
    BOOST_TEST(json_text::serialize(sent.at("fieldSelector")) ==
               R"({"requirements":[{"key":"spec.nodeName","operator":"In","values":["n"]},)"
               R"({"key":"status.phase","operator":"NotIn","values":["Failed"]}]})");
    BOOST_TEST(json_text::serialize(sent.at("labelSelector")) ==
               R"({"requirements":[{"key":"a","operator":"In","values":["b"]},)"
               R"({"key":"c","operator":"NotIn","values":["d","e"]},{"key":"f","operator":"Exists"},)"
               R"({"key":"g","operator":"DoesNotExist"},{"key":"i","operator":"NotIn","values":["j"]}]})");
    of.fields = field_terms("broken");
    of.labels = {};
    BOOST_TEST(!review_spec(of).at("resourceAttributes").as_object().contains("fieldSelector"));
}

BOOST_AUTO_TEST_CASE(old_version_has_its_own_field_of_groups) {
    const std::string spec = R"({"user":"jane","groups":["a"]})";
    BOOST_TEST(review_body(spec, "v1") ==
               R"({"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1","metadata":{},)"
               R"("spec":{"user":"jane","groups":["a"]},"status":{"allowed":false}})");
    BOOST_TEST(review_body(spec, "v1beta1") ==
               R"({"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1beta1","metadata":{},)"
               R"("spec":{"user":"jane","group":["a"]},"status":{"allowed":false}})");
}

BOOST_AUTO_TEST_CASE(statuses_are_decisions) {
    const auto read = [](const char* status) {
        return read_review(R"({"status":)" + std::string(status) + "}", "v1").value();
    };
    BOOST_TEST(read(R"({"allowed":true,"reason":"because"})").allows());
    BOOST_TEST(read(R"({"allowed":true,"reason":"because"})").reason == "because");
    BOOST_TEST((read(R"({"allowed":false})").is == verdict::no_opinion));
    BOOST_TEST((read(R"({"denied":true})").is == verdict::deny));
    const decision both = read(R"({"allowed":true,"denied":true})");
    BOOST_TEST((both.is == verdict::deny));
    BOOST_TEST(both.error == "webhook subject access review returned both allow and deny response");
    BOOST_TEST((read_review("{}", "v1").value().is == verdict::no_opinion));
}

BOOST_AUTO_TEST_CASE(other_responses_are_errors) {
    BOOST_TEST(refusal_of(good) == "read");
    const std::string begin = "the response is not a SubjectAccessReview: ";
    BOOST_TEST(refusal_of(good, "v1beta1") == begin +
                                                  R"(its apiVersion is "authorization.k8s.io/v1", expected )"
                                                  R"("authorization.k8s.io/v1beta1")");
    BOOST_TEST(refusal_of(R"({"kind":"Pod"})") == begin + R"(its kind is "Pod")");
    BOOST_TEST(refusal_of(R"({"kind":1})") == begin + "kind is not a string");
    BOOST_TEST(refusal_of("[]") == begin + "it is not an object");
    BOOST_TEST(refusal_of(R"({"status":[]})") == begin + "status is not an object");
    BOOST_TEST(refusal_of(R"({"status":{"allowed":"true"}})") == begin + "status.allowed is not a boolean");
    BOOST_TEST(refusal_of(R"({"status":{"denied":1}})") == begin + "status.denied is not a boolean");
    BOOST_TEST(refusal_of(R"({"status":{"reason":1}})") == begin + "status.reason is not a string");
    for (const std::string& cut : {std::string(), std::string(good).substr(0, 40), std::string("null x")})
        BOOST_TEST(refusal_of(cut).starts_with(begin), cut);
    BOOST_TEST(refusal_of(std::string(100'000, '[')).starts_with(begin));
}

BOOST_AUTO_TEST_CASE(cache_forgets_old_and_unused_decisions) {
    using std::chrono::seconds;
    review_cache cache(2);
    const time_point start{};
    cache.add("a", decision::allow(), seconds(10), start);
    BOOST_TEST(cache.find("a", start + seconds(10)).has_value());
    BOOST_TEST(!cache.find("a", start + seconds(11)).has_value());
    BOOST_TEST(cache.size() == 0u);
    cache.add("none", decision::allow(), seconds(0), start);
    BOOST_TEST(cache.size() == 0u);
    cache.add("a", decision::allow(), seconds(10), start);
    cache.add("b", decision::deny(), seconds(10), start);
    BOOST_TEST(cache.find("a", start).has_value());
    cache.add("c", decision::deny(), seconds(10), start);
    BOOST_TEST(!cache.find("b", start).has_value());
    cache.add("a", decision::deny(), seconds(20), start);
    BOOST_TEST((cache.find("a", start + seconds(15))->is == verdict::deny));
    BOOST_TEST(cache.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
