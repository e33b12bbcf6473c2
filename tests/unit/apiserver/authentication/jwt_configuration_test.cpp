// AuthenticationConfiguration (apiserver, pkg/apis/apiserver/validation: validation_test.go).

#include "apiserver/authentication/jwt_configuration.hpp"

#include "apiserver/authentication/claim_mapper.hpp"
#include "apiserver/authentication/jwt_validation.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <string>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authentication;

constexpr std::string_view head =
    "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";
constexpr std::string_view issuer =
    "jwt:\n- issuer: {url: 'https://issuer.example', audiences: [a]}\n  claimMappings:\n    username: ";

std::string error_of(const std::string& text) {
    const auto read = read_authentication_configuration(text, "file");
    return read ? "" : read.error().message;
}

// What is wrong with it, as kube-apiserver says when it starts.
std::string problems(const std::string& body, const std::vector<std::string>& accounts = {}) {
    const auto read = read_authentication_configuration(std::string(head) + body, "file");
    if (!read) return read.error().message;
    field_errors errors;
    for (std::size_t i = 0; i < read->jwt.size(); ++i)
        const claim_mapper checked(read->jwt[i], fmt::format("jwt[{}]", i), errors);
    for (field_error& e : validate(*read, accounts)) errors.push_back(std::move(e));
    return errors.empty() ? "" : joined_messages(errors);
}

std::string with_username(const std::string& username, const std::string& more = {}) {
    return problems(std::string(issuer) + username + "\n" + more);
}

std::string with_issuer(const std::string& fields) {
    return problems("jwt:\n- issuer: {" + fields +
                    "}\n  claimMappings: {username: {claim: sub, prefix: ''}}\n");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(authentication_configurations)

BOOST_AUTO_TEST_CASE(all_fields_are_read) {
    const std::string text = std::string(head) + R"(
jwt:
- issuer:
    url: https://issuer.example
    discoveryURL: https://inside.example/config
    audiences: [a, b]
    audienceMatchPolicy: MatchAny
  claimValidationRules:
  - {claim: hd, requiredValue: example.com}
  - {expression: 'claims.exp > 0', message: too old}
  claimMappings:
    username: {claim: sub, prefix: 'x:'}
    groups: {expression: claims.roles}
    uid: {claim: uid}
    extra: [{key: example.com/tenant, valueExpression: claims.tenant}]
  userValidationRules: [{expression: "user.username != ''", message: none}]
anonymous: {enabled: true, conditions: [{path: /livez}]}
)";
    const auto read = read_authentication_configuration(text, "file");
    BOOST_REQUIRE_MESSAGE(read.has_value(), error_of(text));
    BOOST_REQUIRE(read->jwt.size() == 1U);
    const jwt_settings& s = read->jwt[0];
    BOOST_TEST(s.issuer == "https://issuer.example");
    BOOST_TEST(s.discovery_url == "https://inside.example/config");
    BOOST_TEST(s.audiences.size() == 2);
    BOOST_TEST(s.claim_rules[1].message == "too old");
    BOOST_TEST(s.username.prefix.value_or("") == "x:");
    BOOST_TEST(s.groups.expression == "claims.roles");
    BOOST_TEST(s.uid.claim == "uid");
    BOOST_TEST(s.extra[0].key == "example.com/tenant");
    BOOST_TEST(s.user_rules[0].message == "none");
    BOOST_TEST(read->anonymous->paths.at(0) == "/livez");
    BOOST_TEST(problems(text.substr(head.size())) == "");
}

BOOST_AUTO_TEST_CASE(documents_are_read_strictly) {
    const std::string h(head);
    BOOST_TEST(error_of(h + "jwts: []\n") == "file: strict decoding error: unknown field \"jwts\"");
    BOOST_TEST(error_of(h + "jwt:\n- {issuer: {uri: x}}\n") ==
               "file: strict decoding error: unknown field \"jwt[0].issuer.uri\"");
    BOOST_TEST(error_of(h + "jwt: []\njwt: []\n") ==
               "file: strict decoding error: line 4: key \"jwt\" already set in map");
    BOOST_TEST(error_of(h + "jwt: 3\n") ==
               "file: json: cannot unmarshal number into field jwt: expected a list");
    BOOST_TEST(error_of(h + "jwt:\n- {issuer: {audiences: a}}\n") ==
               "file: json: cannot unmarshal string into field jwt[0].issuer.audiences: expected a list");
    BOOST_TEST(error_of("kind: AuthenticationConfiguration\napiVersion: v1\n").starts_with("file: no kind"));
    BOOST_TEST(error_of("kind: Pod\napiVersion: apiserver.config.k8s.io/v1\n").starts_with("file: no kind"));
    for (const char* bad : {"", "[]", "{", "a: b: c", "jwt: []"}) BOOST_TEST(error_of(bad) != "", bad);
}

BOOST_AUTO_TEST_CASE(username_needs_one_source) {
    BOOST_TEST(with_username("{claim: sub, prefix: ''}") == "");
    BOOST_TEST(with_username("{expression: claims.sub}") == "");
    BOOST_TEST(with_username("{}") ==
               "jwt[0].claimMappings.username: Required value: claim or expression is required");
    BOOST_TEST(
        with_username("{claim: sub}") ==
        "jwt[0].claimMappings.username.prefix: Required value: prefix is required when claim is set. It "
        "can be set to an empty string to disable prefixing");
    BOOST_TEST(with_username("{claim: sub, expression: claims.sub}") ==
               "jwt[0].claimMappings.username: Invalid value: \"\": claim and expression can't both be set");
    BOOST_TEST(with_username("{expression: claims.sub, prefix: x}") ==
               "jwt[0].claimMappings.username.prefix: Invalid value: \"x\": may not be specified when "
               "expression is set");
}

BOOST_AUTO_TEST_CASE(expressions_must_compile) {
    BOOST_TEST(
        with_username("{expression: 'foo.bar'}") ==
        "jwt[0].claimMappings.username.expression: Invalid value: \"foo.bar\": compilation failed: ERROR: "
        "<input>:1:1: undeclared reference to 'foo' (in container '')\n | foo.bar\n | ^");
    BOOST_TEST(with_username("{claim: sub, prefix: ''}", "  claimValidationRules: [{expression: '1'}]\n") ==
               "jwt[0].claimValidationRules[0].expression: Invalid value: \"1\": must evaluate to bool");
    BOOST_TEST(with_username("{claim: sub, prefix: ''}",
                             "  userValidationRules: [{expression: 'user.name == \"\"'}]\n")
                   .find("undefined field 'name'") != std::string::npos);
    BOOST_TEST(with_username("{claim: sub, prefix: ''}", "  userValidationRules: [{message: x}]\n") ==
               "jwt[0].userValidationRules[0].expression: Required value");
}

BOOST_AUTO_TEST_CASE(email_must_be_verified) {
    constexpr std::string_view why = "claims.email_verified must be used";
    BOOST_TEST(with_username("{expression: claims.email}").find(why) != std::string::npos);
    BOOST_TEST(with_username("{expression: 'claims.?email.orValue(\"\")'}").find(why) != std::string::npos);
    BOOST_TEST(with_username("{expression: 'claims.email_verified ? claims.email : \"x\"'}") == "");
    BOOST_TEST(with_username("{expression: claims.email}",
                             "  claimValidationRules: [{expression: claims.email_verified == true}]\n") ==
               "");
}

BOOST_AUTO_TEST_CASE(issuers_must_be_urls_of_their_own) {
    const std::string at = "jwt[0].issuer.url: ";
    BOOST_TEST(with_issuer("url: 'http://a.example', audiences: [a]") ==
               at + "Invalid value: \"http://a.example\": URL scheme must be https");
    BOOST_TEST(with_issuer("url: 'https://u:p@a.example', audiences: [a]") ==
               at + "Invalid value: \"https://u:p@a.example\": URL must not contain a username or password");
    BOOST_TEST(with_issuer("url: 'https://a.example?x', audiences: [a]") ==
               at + "Invalid value: \"https://a.example?x\": URL must not contain a query");
    BOOST_TEST(with_issuer("url: 'https://a.example#x', audiences: [a]") ==
               at + "Invalid value: \"https://a.example#x\": URL must not contain a fragment");
    BOOST_TEST(with_issuer("audiences: [a]") == at + "Required value");
    BOOST_TEST(
        with_issuer("url: 'https://a.example', discoveryURL: 'https://a.example/', audiences: [a]") ==
        "jwt[0].issuer.discoveryURL: Invalid value: \"https://a.example/\": discoveryURL must be different "
        "from URL");
    BOOST_TEST(
        with_issuer("url: 'https://a.example', audiences: [a], certificateAuthority: x") ==
        "jwt[0].issuer.certificateAuthority: Invalid value: \"<omitted>\": data does not contain any valid "
        "RSA or ECDSA certificates");
    BOOST_TEST(problems(std::string(issuer) + "{claim: sub, prefix: ''}\n", {"https://issuer.example"}) ==
               at +
                   "Invalid value: \"https://issuer.example\": URL must not overlap with disallowed issuers: "
                   "[https://issuer.example]");
}

BOOST_AUTO_TEST_CASE(audiences_need_a_policy) {
    BOOST_TEST(with_issuer("url: 'https://a.example'") ==
               "jwt[0].issuer.audiences: Required value: at least one jwt[0].issuer.audiences is required");
    BOOST_TEST(
        with_issuer("url: 'https://a.example', audiences: [a, b]") ==
        "jwt[0].issuer.audienceMatchPolicy: Invalid value: \"\": audienceMatchPolicy must be MatchAny for "
        "multiple audiences");
    BOOST_TEST(with_issuer("url: 'https://a.example', audiences: [a, a], audienceMatchPolicy: MatchAny") ==
               "jwt[0].issuer.audiences[1]: Duplicate value: \"a\"");
}

BOOST_AUTO_TEST_CASE(extra_keys_need_a_domain) {
    const auto key = [](const std::string& name) {
        return problems(
            "jwt:\n- issuer: {url: 'https://a.example', audiences: [a]}\n  claimMappings:\n"
            "    username: {claim: sub, prefix: ''}\n    extra: [{key: '" +
            name + "', valueExpression: claims.x}]\n");
    };
    const std::string at = "jwt[0].claimMappings.extra[0].key: ";
    BOOST_TEST(key("example.com/x") == "");
    BOOST_TEST(key("") == at + "Required value");
    BOOST_TEST(key("x") ==
               at + "Invalid value: \"x\": must be a domain-prefixed path (such as \"acme.io/foo\")");
    BOOST_TEST(key("a.k8s.io/x") == at + "Invalid value: \"a.k8s.io/x\": k8s.io, kubernetes.io and their "
                                         "subdomains are reserved for Kubernetes use");
    BOOST_TEST(key("example.com/X") == at + "Invalid value: \"example.com/X\": must be lowercase");
}

BOOST_AUTO_TEST_CASE(conditions_need_anonymous_requests) {
    BOOST_TEST(problems("anonymous: {enabled: false, conditions: [{path: /x}]}\n") ==
               "anonymous.conditions: Invalid value: [{\"path\":\"/x\"}]: enabled should be set to true when "
               "conditions are defined");
}

BOOST_AUTO_TEST_SUITE_END()
