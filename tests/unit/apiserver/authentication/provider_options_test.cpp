// The provider of --oidc-* (kubernetes, pkg/kubeapiserver/options/authentication_test.go).

#include "apiserver/authentication/provider_options.hpp"

#include "apiserver/authentication/claim_mapper.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authentication;

open_id_options provider() {
    open_id_options out;
    out.issuer_url = "https://issuer.example";
    out.client_id = "client";
    return out;
}

// What is invalid as in a file; "" if nothing is.
std::string problems(const open_id_options& o) {
    const auto made = provider_of(o);
    if (!made) return made.error().message;
    field_errors errors;
    const claim_mapper mapper(*made, "jwt[0]", errors);
    return errors.empty() ? std::string() : joined_messages(errors);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(provider_flags)

BOOST_AUTO_TEST_CASE(defaults_are_those_of_the_flags) {
    const jwt_settings s = provider_of(provider()).value();
    BOOST_TEST(s.issuer == "https://issuer.example");
    BOOST_TEST((s.audiences == std::vector<std::string>{"client"}));
    BOOST_TEST(s.username.claim == "sub");
    BOOST_TEST(s.username.prefix.value() == "https://issuer.example#");
    BOOST_TEST(s.groups.claim == "");
    BOOST_TEST((s.algorithms == std::vector<std::string>{"RS256"}));
    BOOST_TEST(problems(provider()) == "");
}

BOOST_AUTO_TEST_CASE(prefix_depends_on_claim_and_dash) {
    open_id_options o = provider();
    o.username_claim = "email";
    BOOST_TEST(provider_of(o)->username.prefix.value() == "");
    o.username_prefix = "x:";
    BOOST_TEST(provider_of(o)->username.prefix.value() == "x:");
    o.username_claim = "name";
    o.username_prefix = "-";
    BOOST_TEST(provider_of(o)->username.prefix.value() == "");
    o.groups_claim = "roles";
    BOOST_TEST(provider_of(o)->groups.prefix.value() == "");
    o.groups_prefix = "g:";
    BOOST_TEST(provider_of(o)->groups.prefix.value() == "g:");
}

BOOST_AUTO_TEST_CASE(required_claims_become_rules) {
    open_id_options o = provider();
    o.required_claims = {{"a", "1"}, {"b", ""}};
    const jwt_settings s = provider_of(o).value();
    BOOST_TEST_REQUIRE(s.claim_rules.size() == 2u);
    BOOST_TEST(s.claim_rules[0].claim == "a");
    BOOST_TEST(s.claim_rules[0].required_value == "1");
    BOOST_TEST(problems(o) == "");
}

BOOST_AUTO_TEST_CASE(invalid_flags_are_refused_as_in_files) {
    const std::string together =
        "oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set";
    open_id_options o = provider();
    o.client_id.clear();
    BOOST_TEST(problems(o) == together);
    BOOST_TEST(problems({}) == together);
    o = provider();
    o.issuer_url = "http://issuer.example";
    BOOST_TEST(problems(o) ==
               "jwt[0].issuer.url: Invalid value: \"http://issuer.example\": URL scheme must be https");
    o = provider();
    o.username_claim.clear();
    BOOST_TEST(problems(o) ==
               "jwt[0].claimMappings.username: Required value: claim or expression is required");
    o = provider();
    o.ca_pem = "x";
    BOOST_TEST(problems(o) ==
               "jwt[0].issuer.certificateAuthority: Invalid value: \"<omitted>\": data does not contain any "
               "valid RSA or ECDSA certificates");
    o = provider();
    o.required_claims = {{"", "1"}};
    BOOST_TEST(problems(o) ==
               "jwt[0].claimValidationRules[0]: Required value: claim or expression is required");
    o = provider();
    o.signing_algorithms = {"RS256", "HS256"};
    BOOST_TEST(problems(o) == "oidc: unsupported signing alg: \"HS256\"");
}

BOOST_AUTO_TEST_SUITE_END()
