// SubjectAccessReview and SelfSubjectRulesReview (kubernetes'
// pkg/registry/authorization/util/helpers_test.go).

#include "apiserver/authorization/review.hpp"

#include "authorization_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;

attributes of_resource(const std::string& text) {
    return reviewed_attributes(test::user("jane"), test::parsed("{\"resourceAttributes\":" + text + "}"));
}

// The conditions, and the evaluation error.
std::string field_conditions(const std::string& selector) {
    const attributes a = of_resource("{\"fieldSelector\":" + selector + "}");
    std::string out;
    for (const auto& r : a.fields.terms) out += r.path + (r.equals ? "=" : "!=") + r.value + " ";
    return out + evaluation_error(a, {});
}
std::string label_conditions(const std::string& selector) {
    const attributes a = of_resource("{\"labelSelector\":" + selector + "}");
    std::string out;
    for (const auto& r : a.labels.terms) out += r.to_string() + " ";
    return out + evaluation_error(a, {});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(reviews)

BOOST_AUTO_TEST_CASE(spec_names_user_and_resource) {
    const bj::object spec = test::parsed(
        R"({"user":"u","uid":"1","groups":["a","b"],"extra":{"k":["v","w"]},"resourceAttributes":{"namespace":"ns",
            "verb":"get","group":"apps","version":"v1","resource":"deployments","subresource":"scale","name":"d"}})");
    const user_info u = reviewed_user(spec);
    BOOST_TEST(u.name == "u");
    BOOST_TEST(u.uid == "1");
    BOOST_TEST(u.groups.size() == 2u);
    BOOST_TEST(u.extra.at("k").size() == 2u);
    const attributes a = reviewed_attributes(std::make_shared<user_info>(u), spec);
    BOOST_TEST(a.is_resource);
    BOOST_TEST(a.group + "/" + a.version + " " + a.full_resource() + " " + a.namespace_name + "/" + a.name ==
               "apps/v1 deployments/scale ns/d");
    BOOST_TEST(of_resource("{}").version == "*");
    const attributes path = reviewed_attributes(
        test::user("jane"), test::parsed(R"({"nonResourceAttributes":{"verb":"get","path":"/x"}})"));
    BOOST_TEST(!path.is_resource);
    BOOST_TEST(path.path == "/x");
}

BOOST_AUTO_TEST_CASE(field_conditions_have_one_value) {
    BOOST_TEST(field_conditions(R"({"rawSelector":"a=b,c!=d"})") == "a=b c!=d ");
    BOOST_TEST(field_conditions(R"({"requirements":[{"key":"a","operator":"In","values":["b"]},
                                                    {"key":"c","operator":"NotIn","values":["d"]}]})") ==
               "a=b c!=d ");
    const std::string all = "spec.resourceAttributes.fieldSelector ignored due to parse error";
    BOOST_TEST(field_conditions(R"({"rawSelector":"a"})") == all);
    BOOST_TEST(field_conditions(R"({"requirements":[{"key":"a","operator":"In","values":["b","c"]}]})") ==
               all);
    BOOST_TEST(field_conditions(R"({"requirements":[{"key":"a","operator":"In"}]})") == all);
    BOOST_TEST(field_conditions(R"({"requirements":[{"key":"a","operator":"Exists"}]})") == all);
    BOOST_TEST(field_conditions(R"({"requirements":[{"key":"a","operator":"odd","values":["b"]}]})") == all);
    BOOST_TEST(field_conditions(R"({"requirements":[{"key":"a","operator":"Exists"},
                                                    {"key":"c","operator":"In","values":["d"]}]})") ==
               "c=d spec.resourceAttributes.fieldSelector partially ignored due to parse error");
}

BOOST_AUTO_TEST_CASE(label_conditions_are_validated) {
    BOOST_TEST(label_conditions(R"({"rawSelector":"a in (b,c),!d"})") == "a in (b,c) !d ");
    BOOST_TEST(label_conditions(R"({"requirements":[{"key":"a","operator":"In","values":["b"]},
                                                    {"key":"c","operator":"Exists"}]})") == "a in (b) c ");
    const std::string all = "spec.resourceAttributes.labelSelector ignored due to parse error";
    BOOST_TEST(label_conditions(R"({"rawSelector":"a b"})") == all);
    BOOST_TEST(label_conditions(R"({"requirements":[{"key":"a","operator":"In"}]})") == all);
    BOOST_TEST(label_conditions(R"({"requirements":[{"key":"a b","operator":"Exists"}]})") == all);
    BOOST_TEST(label_conditions(
                   R"({"requirements":[{"key":"a","operator":"odd"},{"key":"c","operator":"Exists"}]})") ==
               "c spec.resourceAttributes.labelSelector partially ignored due to parse error");
}

BOOST_AUTO_TEST_CASE(status_contains_what_is_not_empty) {
    const attributes a = of_resource("{}");
    const auto status = [&](const decision& d) { return json_text::serialize(access_review_status(a, d)); };
    BOOST_TEST(status(decision::allow()) == R"({"allowed":true})");
    BOOST_TEST(status(decision::no_opinion("x")) == R"({"allowed":false,"reason":"x"})");
    decision denied = decision::deny("x");
    denied.error = "e";
    BOOST_TEST(status(denied) == R"({"allowed":false,"denied":true,"reason":"x","evaluationError":"e"})");
    BOOST_TEST(json_text::serialize(rules_review_status(always_allow().rules_for(*a.user, "ns"))) ==
               R"({"resourceRules":[{"verbs":["*"],"apiGroups":["*"],"resources":["*"]}],)"
               R"("nonResourceRules":[{"verbs":["*"],"nonResourceURLs":["*"]}],"incomplete":false})");
    BOOST_TEST(json_text::serialize(rules_review_status({.is_incomplete = true, .errors = {"e"}})) ==
               R"({"resourceRules":[],"nonResourceRules":[],"incomplete":true,"evaluationError":"e"})");
}

BOOST_AUTO_TEST_SUITE_END()
