// The keys of service account tokens (kubernetes, pkg/serviceaccount).

#include "apiserver/resources/account_authority.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/web_token.hpp"
#include "web_keys.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <openssl/hmac.h>

#include <array>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace std::chrono_literals;
namespace bj = boost::json;

constexpr wall_time start = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);

const service_account_claims claims{.account = {"ns", "robot"},
                                    .uid = "u1",
                                    .id = "j1",
                                    .audiences = {"a"},
                                    .issued = start,
                                    .expires = start + 1h,
                                    .bound_to = {},
                                    .bound_name = {},
                                    .bound_uid = {}};

account_authority made(const test_keys::key_ptr& key, std::string verifying = {}) {
    account_authority_settings s;
    s.signing_key_pem = secret(test_keys::private_pem(key));
    s.verifying_keys_pem = std::move(verifying);
    auto out = account_authority::make(std::move(s));
    if (!out) throw fault(out.error());
    return std::move(*out);
}

std::string error_of(const account_authority& a, std::string_view token) {
    return a.signature_error(token).value_or("not a token");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(account_authorities)

BOOST_AUTO_TEST_CASE(header_names_algorithm_and_key) {
    const auto key = test_keys::ec("P-384");
    const std::string token = made(key).issue(claims);
    const std::string header = base64url_decode(token.substr(0, token.find('.'))).value_or("");
    BOOST_TEST(header == R"({"alg":"ES384","kid":")" + test_keys::read(key).id() + R"("})");
}

BOOST_AUTO_TEST_CASE(old_keys_are_still_accepted) {
    const auto old_key = test_keys::rsa(), new_key = test_keys::ec("P-256");
    const std::string token = made(old_key).issue(claims);
    BOOST_TEST(error_of(made(new_key), token) == "invalid signature, no keys found");
    const account_authority both = made(new_key, test_keys::public_pem(old_key));
    BOOST_TEST(error_of(both, token) == "");
    BOOST_TEST(error_of(both, both.issue(claims)) == "");
    BOOST_TEST(list_of(both.key_set(), "keys").size() == 2);
    const account_authority same = made(new_key, test_keys::public_pem(new_key));
    BOOST_TEST(list_of(same.key_set(), "keys").size() == 1);
}

BOOST_AUTO_TEST_CASE(token_without_key_id_tries_all_keys) {
    const auto key = test_keys::ec("P-256");
    const std::string text = base64url_encode(R"({"alg":"ES256"})") + "." + base64url_encode("{}");
    const std::string token = text + "." + base64url_encode(test_keys::read(key).sign(text));
    BOOST_TEST(error_of(made(key), token) == "");
    BOOST_TEST(error_of(made(test_keys::ec("P-256")), token) ==
               "go-jose/go-jose: error in cryptographic primitive");
}

BOOST_AUTO_TEST_CASE(unsigned_and_symmetric_tokens_are_refused) {
    const auto key = test_keys::rsa();
    const account_authority a = made(key);
    const std::string payload = "." + base64url_encode("{}");
    constexpr std::string_view why = "go-jose/go-jose: error in cryptographic primitive";
    BOOST_TEST(error_of(a, base64url_encode(R"({"alg":"none"})") + payload + ".") == why);
    // The public key as the secret of an HMAC.
    const std::string text = base64url_encode(R"({"alg":"HS256"})") + payload,
                      secret_key = test_keys::public_pem(key);
    std::array<unsigned char, 32> sum{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret_key.data(), static_cast<int>(secret_key.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), sum.data(), &size);
    const std::string signature(reinterpret_cast<const char*>(sum.data()), size);
    BOOST_TEST(error_of(a, text + "." + base64url_encode(signature)) == why);
    const std::string as_rsa = base64url_encode(R"({"alg":"RS256"})") + payload + ".";
    BOOST_TEST(error_of(a, as_rsa + base64url_encode(signature)) == why);
}

BOOST_AUTO_TEST_CASE(documents_are_those_of_kubernetes) {
    const auto key = test_keys::ec("P-256");
    account_authority_settings s;
    s.signing_key_pem = secret(test_keys::private_pem(key));
    s.issuers = {"https://issuer.example", "https://old.example"};
    const auto a = account_authority::make(std::move(s));
    BOOST_REQUIRE(a.has_value());
    BOOST_TEST(json_text::serialize(a->discovery("127.0.0.1:6443")) ==
               R"({"issuer":"https://issuer.example","jwks_uri":"https://127.0.0.1:6443/openid/v1/jwks",)"
               R"("response_types_supported":["id_token"],"subject_types_supported":["public"],)"
               R"("id_token_signing_alg_values_supported":["ES256"]})");
    const bj::object set = a->key_set();
    std::string names;
    for (const auto& member : list_of(set, "keys").at(0).as_object())
        names += std::string(member.key()) + " ";
    BOOST_TEST(names == "use kty kid crv alg x y ");
    BOOST_TEST(a->names_issuer("https://old.example"));
    BOOST_TEST(a->names_issuer("kubernetes/serviceaccount"));
    BOOST_TEST(!a->names_issuer("https://kubernetes.default.svc.cluster.local"));
    BOOST_TEST(a->api_audiences().size() == 2);
}

BOOST_AUTO_TEST_CASE(issuer_without_https_is_not_published) {
    for (const char* issuer :
         {"kubernetes", "http://a.example", "https://a.example?x", "https://a.example#x"}) {
        account_authority_settings s;
        s.issuers = {issuer};
        BOOST_TEST(!account_authority::make(std::move(s))->is_discoverable(), issuer);
    }
    BOOST_TEST(account_authority::make({})->is_discoverable());
}

BOOST_AUTO_TEST_CASE(bad_key_files_name_their_flag) {
    account_authority_settings s;
    s.signing_key_pem = secret("secret text");
    const auto bad = account_authority::make(s);
    BOOST_REQUIRE(!bad);
    BOOST_TEST(bad.error().message ==
               "--service-account-signing-key-file: data does not contain a valid RSA or ECDSA private key");
    s.signing_key_pem = {};
    s.verifying_keys_pem = "x";
    BOOST_TEST(account_authority::make(s).error().message ==
               "--service-account-key-file: data does not contain any valid RSA or ECDSA public keys");
}

BOOST_AUTO_TEST_CASE(signing_key_survives_as_pem) {
    const auto first = account_authority::make({});
    account_authority_settings s;
    s.signing_key_pem = first->signing_key_pem();
    const auto again = account_authority::make(std::move(s));
    BOOST_TEST(error_of(*again, first->issue(claims)) == "");
}

BOOST_AUTO_TEST_SUITE_END()
