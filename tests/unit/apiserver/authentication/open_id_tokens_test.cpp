// Tokens of OpenID providers (apiserver, plugin/pkg/authenticator/token/oidc: oidc_test.go).

#include "apiserver/authentication/open_id_tokens.hpp"

#include "../resources/web_keys.hpp"
#include "apiserver/resources/web_token.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authentication;
using namespace std::chrono_literals;
namespace bj = boost::json;

constexpr wall_time new_year = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);
const std::int64_t now_seconds =
    std::chrono::floor<std::chrono::seconds>(new_year.time_since_epoch()).count();

jwt_settings plain_settings() {
    jwt_settings s;
    s.issuer = "https://issuer.example";
    s.audiences = {"client"};
    s.username = {.claim = "sub", .expression = {}, .prefix = "x:"};
    return s;
}

struct provider_world {
    web_key key = test_keys::read(test_keys::ec("P-256"));
    jwt_settings settings = plain_settings();
    bj::object claims{{"iss", "https://issuer.example"},
                      {"aud", "client"},
                      {"sub", "jane"},
                      {"exp", now_seconds + 60},
                      {"groups", {"a", "b"}}};
    bool with_keys = true;

    static std::string token(const web_key& by, const bj::object& claims, std::string_view algorithm) {
        const bj::object header{{"alg", algorithm}, {"kid", by.id()}};
        const std::string text =
            base64url_encode(bj::serialize(header)) + "." + base64url_encode(bj::serialize(claims));
        return text + "." + base64url_encode(by.sign(text));
    }
    std::string token() const { return token(key, claims, key.algorithm()); }
    verdict ask(const std::string& t, wall_time now = new_year,
                const std::vector<std::string>* audiences = nullptr) {
        field_errors errors;
        claim_mapper mapper(settings, "jwt[0]", errors);
        BOOST_REQUIRE_MESSAGE(errors.empty(), joined_messages(errors));
        open_id_tokens tokens(settings, std::move(mapper), {"api"});
        tokens.on_unknown_key = [this] { ++asked_for_keys; };
        if (with_keys) tokens.set_keys({*web_key::from_json(key.to_json())});
        return tokens.authenticate({.token = t, .now = now, .audiences = audiences});
    }
    verdict ask() { return ask(token()); }
    std::string error() { return ask().error_text(); }
    int asked_for_keys = 0;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(open_id_providers)

BOOST_AUTO_TEST_CASE(claims_give_the_user) {
    provider_world w;
    w.settings.groups = {.claim = "groups", .expression = {}, .prefix = "g:"};
    w.settings.uid = {.claim = "sub", .expression = {}, .prefix = {}};
    w.claims["jti"] = "t1";
    const verdict v = w.ask();
    BOOST_REQUIRE_MESSAGE(v.is_authenticated(), v.error_text());
    BOOST_TEST(v.user->name == "x:jane");
    BOOST_TEST(v.user->uid == "jane");
    BOOST_TEST(v.user->groups == (std::vector<std::string>{"g:a", "g:b"}), boost::test_tools::per_element());
    BOOST_TEST(v.user->extra.at("authentication.kubernetes.io/credential-id").at(0) == "JTI=t1");
    w.claims["groups"] = "one";
    BOOST_TEST(w.ask().user->groups.at(0) == "g:one");
}

BOOST_AUTO_TEST_CASE(expressions_give_the_user) {
    provider_world w;
    w.settings.username = {.expression = "'me-' + claims.sub", .prefix = {}};
    w.settings.groups = {.expression = "dyn(claims.groups).filter(g, g != 'a') + ['', 'z']", .prefix = {}};
    w.settings.uid = {.expression = "claims.nested.uid__dot__x", .prefix = {}};
    w.settings.extra = {{"example.com/n", "string(claims.number)"}, {"example.com/none", "[]"}};
    w.claims["nested"] = bj::object{{"uid.x", "7"}};
    w.claims["number"] = 3;
    const verdict v = w.ask();
    BOOST_REQUIRE_MESSAGE(v.is_authenticated(), v.error_text());
    BOOST_TEST(v.user->name == "me-jane");
    BOOST_TEST(v.user->groups == (std::vector<std::string>{"b", "z"}), boost::test_tools::per_element());
    BOOST_TEST(v.user->uid == "7");
    BOOST_TEST(v.user->extra.at("example.com/n").at(0) == "3");
    BOOST_TEST(!v.user->extra.contains("example.com/none"));
}

BOOST_AUTO_TEST_CASE(third_party_tokens_are_not_concerned) {
    provider_world w;
    w.claims["iss"] = "https://other.example";
    BOOST_TEST(!w.ask().is_authenticated());
    BOOST_TEST(!w.ask().is_refused());
    for (const char* other : {"x", "a.b.c", "..", "{}"}) BOOST_TEST(!w.ask(std::string(other)).is_refused());
}

BOOST_AUTO_TEST_CASE(other_algorithms_can_be_refused) {
    provider_world w;
    w.settings.algorithms = {"RS512", "RS256"};
    BOOST_TEST(w.error() ==
               "oidc: verify token: oidc: id token signed with unsupported algorithm, expected [\"RS512\" "
               "\"RS256\"] got \"ES256\"");
    w.settings.algorithms = {"RS512", "ES256"};
    BOOST_TEST(w.ask().is_authenticated());
}

BOOST_AUTO_TEST_CASE(no_token_counts_without_keys) {
    provider_world w;
    w.with_keys = false;
    BOOST_TEST(w.error() == "oidc: authenticator not initialized");
}

BOOST_AUTO_TEST_CASE(forged_tokens_are_refused) {
    provider_world w;
    constexpr std::string_view why =
        "oidc: verify token: failed to verify signature: failed to verify id token signature";
    const web_key foreign = test_keys::read(test_keys::ec("P-256"));
    BOOST_TEST(w.ask(w.token(foreign, w.claims, "ES256")).error_text() == why);
    BOOST_TEST(w.asked_for_keys == 1);
    const std::string good = w.token(), payload = good.substr(good.find('.'));
    BOOST_TEST(w.ask(good).is_authenticated());
    const std::string none =
        base64url_encode(R"({"alg":"none"})") + payload.substr(0, payload.rfind('.') + 1);
    BOOST_TEST(
        w.ask(none).error_text() ==
        "oidc: verify token: oidc: id token signed with unsupported algorithm, expected [\"ES256\" "
        "\"ES384\" \"ES512\" \"PS256\" \"PS384\" \"PS512\" \"RS256\" \"RS384\" \"RS512\"] got \"none\"");
    BOOST_TEST(w.ask(base64url_encode(R"({"alg":"HS256"})") + payload).is_refused());
    BOOST_TEST(w.ask(base64url_encode(R"({"alg":"RS256"})") + payload).error_text() == why);
    // Claims that are not those that were signed.
    w.claims["sub"] = "admin";
    const std::string changed = w.token();
    const std::string mixed = changed.substr(0, changed.rfind('.')) + good.substr(good.rfind('.'));
    BOOST_TEST(w.ask(mixed).error_text() == why);
    BOOST_TEST(!w.ask(good.substr(0, good.size() / 2)).is_authenticated());
}

BOOST_AUTO_TEST_CASE(times_are_checked) {
    provider_world w;
    BOOST_TEST(w.ask(w.token(), new_year + 60s).is_authenticated());
    BOOST_TEST(w.ask(w.token(), new_year + 60s + 1ms).error_text() ==
               "oidc: verify token: oidc: token is expired (Token Expiry: 2026-01-01 00:01:00 +0000 UTC)");
    w.claims["nbf"] = now_seconds + 60;
    BOOST_TEST(w.ask().is_authenticated());
    w.claims["nbf"] = now_seconds + 61;
    BOOST_TEST(w.error() ==
               "oidc: verify token: oidc: current time 2026-01-01 00:00:00 +0000 UTC before the nbf "
               "(not before) time: 2026-01-01 00:01:01 +0000 UTC");
    w.claims["exp"] = "tomorrow";
    BOOST_TEST(w.ask().is_refused());
    w.claims["exp"] = 1e300;
    BOOST_TEST(w.ask().is_refused());
    w.claims.erase("exp");
    BOOST_TEST(w.ask().is_refused());
}

BOOST_AUTO_TEST_CASE(audiences_must_meet) {
    provider_world w;
    w.claims["aud"] = bj::array{"other", "third"};
    BOOST_TEST(w.error() ==
               "oidc: verify token: oidc: expected audience \"client\" got [\"other\" \"third\"]");
    w.claims["aud"] = bj::array{"other", "client"};
    BOOST_TEST(w.ask().is_authenticated());
    w.settings.audiences = {"b", "a"};
    w.settings.match_policy = "MatchAny";
    BOOST_TEST(w.error() ==
               "oidc: verify token: oidc: expected audience in [\"a\" \"b\"] got [\"other\" \"client\"]");
    w.claims.erase("aud");
    BOOST_TEST(w.ask().is_refused());
    const provider_world other;
    const std::vector<std::string> api{"api"}, vault{"vault"};
    provider_world asked;
    BOOST_TEST(asked.ask(asked.token(), new_year, &api).audiences.at(0) == "api");
    BOOST_TEST(!asked.ask(asked.token(), new_year, &vault).is_authenticated());
}

BOOST_AUTO_TEST_CASE(rules_refuse_claims_and_users) {
    provider_world w;
    w.settings.claim_rules = {
        {.claim = "hd", .required_value = "example.com", .expression = {}, .message = {}}};
    BOOST_TEST(w.error() == "oidc: required claim hd not present in ID token");
    w.claims["hd"] = "other";
    BOOST_TEST(w.error() == "oidc: required claim hd value does not match. Got = other, want = example.com");
    w.claims["hd"] = "example.com";
    BOOST_TEST(w.error() == "");
    w.settings.claim_rules.push_back(
        {.claim = {}, .required_value = {}, .expression = "claims.sub != 'jane'", .message = "not jane"});
    BOOST_TEST(w.error() ==
               "oidc: error evaluating claim validation expression: validation expression "
               "'claims.sub != 'jane'' failed: not jane");
    w.settings.claim_rules.pop_back();
    w.settings.user_rules = {{"!user.username.startsWith('x:')", "no prefix"}};
    BOOST_TEST(w.error() ==
               "oidc: error evaluating user info validation rule: validation expression "
               "'!user.username.startsWith('x:')' failed: no prefix");
}

BOOST_AUTO_TEST_CASE(email_must_be_verified) {
    provider_world w;
    w.settings.username = {.claim = "email", .expression = {}, .prefix = ""};
    BOOST_TEST(w.error() == "oidc: parse username claims \"email\": claim not present");
    w.claims["email"] = "jane@example.com";
    BOOST_TEST(w.ask().user->name == "jane@example.com");
    w.claims["email_verified"] = false;
    BOOST_TEST(w.error() == "oidc: email not verified");
    w.claims["email_verified"] = "true";
    BOOST_TEST(w.error() ==
               "oidc: parse 'email_verified' claim: json: cannot unmarshal string into Go value of "
               "type bool");
}

BOOST_AUTO_TEST_CASE(wrong_results_are_refused) {
    provider_world w;
    w.settings.username = {.expression = "claims.groups", .prefix = {}};
    BOOST_TEST(w.error() ==
               "oidc: error evaluating username claim expression: username claim expression must "
               "return a string");
    w.settings.username.expression = "''";
    BOOST_TEST(w.error() == "oidc: empty username via CEL expression is not allowed");
    w.settings.username.expression = "claims.missing";
    BOOST_TEST(w.error() ==
               "oidc: error evaluating username claim expression: expression 'claims.missing' "
               "resulted in error: no such key: missing");
    w.settings.username = {.claim = "exp", .expression = {}, .prefix = ""};
    BOOST_TEST(w.error() ==
               "oidc: parse username claims \"exp\": json: cannot unmarshal number into Go value of "
               "type string");
    w.settings = plain_settings();
    w.settings.groups = {.expression = "[1]", .prefix = {}};
    BOOST_TEST(w.error() ==
               "oidc: error evaluating group claim expression: expression must return a string or "
               "a list of strings");
}

BOOST_AUTO_TEST_CASE(descriptions_must_name_the_issuer) {
    constexpr std::string_view good = R"({"issuer":"https://a.example","jwks_uri":"https://keys.example/k"})";
    BOOST_TEST(key_set_url(good, "https://a.example").value() == "https://keys.example/k");
    BOOST_TEST(
        key_set_url(good, "https://b.example").error().message ==
        "oidc: issuer did not match the issuer returned by provider, expected \"https://b.example\" got "
        "\"https://a.example\"");
    for (const char* bad : {"", "[]", "<html>", R"({"issuer":"https://a.example"})",
                            R"({"issuer":"https://a.example","jwks_uri":"http://keys.example/k"})"})
        BOOST_TEST(!key_set_url(bad, "https://a.example"), bad);
    jwt_settings s = plain_settings();
    s.issuer += "/";
    BOOST_TEST(discovery_url_of(s) == "https://issuer.example/.well-known/openid-configuration");
}

BOOST_AUTO_TEST_CASE(unusable_keys_are_skipped) {
    const bj::object good = test_keys::read(test_keys::ec("P-256")).to_json();
    bj::object for_encryption = good;
    for_encryption["use"] = "enc";
    const bj::object set{{"keys", {bj::object{{"kty", "oct"}, {"k", "AA"}}, for_encryption, good}}};
    BOOST_TEST(read_key_set(bj::serialize(set)).value().size() == 1);
    for (const char* bad : {"", "{}", "[]", R"({"keys":{}})", R"({"keys":[1]})"})
        BOOST_TEST(!read_key_set(bad), bad);
}

BOOST_AUTO_TEST_SUITE_END()
