#include "framework/webhook/webhook_configurations.hpp"

#include "gizmo.hpp"
#include "setpoint/client/client.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace setpoint::test;
using namespace std::chrono_literals;

namespace {

webhook_address service_address() {
    webhook_address at;
    at.service_ns = "site-system";
    at.service_name = "site-webhook";
    at.own_ns = "site-system";
    return at;
}

struct newer_gizmo : custom_resource<gizmo_spec> {
    static constexpr auto kind() {
        return custom_kind("shop.example.com", "v2", "Gizmo", "Has parts.").not_stored();
    }
};

void leave(gizmo&) {}
void look_at(const gizmo&, verdict&) {}

}  // namespace

BOOST_AUTO_TEST_SUITE(webhook_configurations_test)

BOOST_AUTO_TEST_CASE(what_is_declared_is_registered) {
    std::list<webhook_declaration> declared;
    webhook_builder<gizmo>(declared.emplace_back())
        .defaults(leave)
        .validates(look_at, {admission_operation::create, admission_operation::remove})
        .timeout(5s)
        .on_failure(failure_policy::ignore)
        .objects("tier=gold,!draft")
        .namespaces("env notin (test)")
        .when("not-system", "!request.userInfo.username.startsWith('system:')")
        .reinvoked();
    const auto validating = validating_configuration("site", declared, service_address()).value();
    BOOST_TEST(validating.metadata.name == "site-validating-webhook-configuration");
    BOOST_REQUIRE(validating.webhooks.size() == 1u);
    const std::string expected =
        R"j({"name":"validate.gizmo.shop.example.com","clientConfig":{"service":{"namespace":"site-system",)j"
        R"j("name":"site-webhook","path":"/validate-shop-example-com-v1-gizmo"}},"rules":[{"operations":)j"
        R"j(["CREATE","DELETE"],"apiGroups":["shop.example.com"],"apiVersions":["v1"],"resources":["gizmos"],)j"
        R"j("scope":"Namespaced"}],"failurePolicy":"Ignore","matchPolicy":"Equivalent","namespaceSelector":)j"
        R"j({"matchExpressions":[{"key":"env","operator":"NotIn","values":["test"]},{"key":)j"
        R"j("kubernetes.io/metadata.name","operator":"NotIn","values":["site-system"]}]},"objectSelector":)j"
        R"j({"matchExpressions":[{"key":"draft","operator":"DoesNotExist"},{"key":"tier","operator":"In",)j"
        R"j("values":["gold"]}]},"sideEffects":"None","timeoutSeconds":5,"admissionReviewVersions":["v1"],)j"
        R"j("matchConditions":[{"name":"not-system","expression":)j"
        R"j("!request.userInfo.username.startsWith('system:')"}]})j";
    BOOST_TEST(boost::json::serialize(object_to_json(validating).at("webhooks").at(0)) == expected);
    const auto mutating = mutating_configuration("site", declared, service_address()).value();
    BOOST_REQUIRE(mutating.webhooks.size() == 1u);
    BOOST_TEST(mutating.webhooks[0].name == "default.gizmo.shop.example.com");
    BOOST_TEST(mutating.webhooks[0].reinvocation_policy == "IfNeeded");
    BOOST_TEST(mutating.webhooks[0].rules[0].operations.size() == 2u);
}

// The API server refuses a configuration in which two webhooks have one name.
BOOST_AUTO_TEST_CASE(webhooks_of_several_versions_of_a_kind_have_the_version_in_their_names) {
    std::list<webhook_declaration> declared;
    webhook_builder<gizmo>(declared.emplace_back()).defaults(leave).validates(look_at);
    webhook_builder<newer_gizmo>(declared.emplace_back()).validates([](const newer_gizmo&, verdict&) {});
    const auto validating = validating_configuration("site", declared, service_address()).value();
    BOOST_REQUIRE(validating.webhooks.size() == 2u);
    BOOST_TEST(validating.webhooks[0].name == "validate.gizmo.v1.shop.example.com");
    BOOST_TEST(validating.webhooks[1].name == "validate.gizmo.v2.shop.example.com");
    // Only one version has a defaulter.
    const auto mutating = mutating_configuration("site", declared, service_address()).value();
    BOOST_TEST(mutating.webhooks.at(0).name == "default.gizmo.shop.example.com");
}

BOOST_AUTO_TEST_CASE(connections_are_to_subresources) {
    std::list<webhook_declaration> declared;
    webhook_builder<gizmo>(declared.emplace_back())
        .validates(look_at, {admission_operation::connect, admission_operation::update});
    const auto made = validating_configuration("site", declared, service_address()).value();
    const auto& rules = made.webhooks.at(0).rules;
    BOOST_REQUIRE(rules.size() == 2u);
    BOOST_TEST(rules[0].operations.at(0) == "UPDATE");
    BOOST_TEST(rules[0].resources.at(0) == "gizmos");
    BOOST_TEST(rules[1].operations.at(0) == "CONNECT");
    BOOST_TEST(rules[1].resources.at(0) == "gizmos/*");
}

BOOST_AUTO_TEST_CASE(a_url_takes_the_place_of_the_service) {
    std::list<webhook_declaration> declared;
    webhook_builder<gizmo>(declared.emplace_back()).validates(look_at);
    webhook_address at;
    at.url = "https://laptop:9443/";
    at.ca_bundle = "pem";
    const auto made = validating_configuration("site", declared, at).value();
    const webhook_client_config& c = made.webhooks.at(0).client_config;
    BOOST_TEST(*c.url == "https://laptop:9443/validate-shop-example-com-v1-gizmo");
    BOOST_TEST(!c.service);
    BOOST_TEST(c.ca_bundle == "cGVt");
    BOOST_TEST(!made.webhooks[0].namespace_selector);
    // Only what is declared: there is no defaulter.
    BOOST_TEST(mutating_configuration("site", declared, at).value().webhooks.empty());
    BOOST_TEST(made.webhooks[0].failure_policy == "Fail");
}

BOOST_AUTO_TEST_CASE(what_the_api_server_would_refuse_is_refused_before) {
    const auto failure = [](auto set) {
        std::list<webhook_declaration> declared;
        webhook_builder<gizmo> b(declared.emplace_back());
        b.validates(look_at);
        set(b);
        const auto made = validating_configuration("site", declared, service_address());
        BOOST_REQUIRE(!made);
        return made.error().to_string();
    };
    using builder = webhook_builder<gizmo>;
    BOOST_TEST(failure([](builder& b) { b.timeout(31s); }).find("1 s to 30 s, not 31 s") !=
               std::string::npos);
    BOOST_TEST(failure([](builder& b) { b.timeout(0s); }).find("Gizmo") != std::string::npos);
    BOOST_TEST(failure([](builder& b) { b.objects("a in"); }).find("Gizmo") != std::string::npos);
    BOOST_TEST(failure([](builder& b) { b.objects("a>3"); }).find("do not support > and <") !=
               std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
