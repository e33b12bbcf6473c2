// Keys and signatures of JSON web tokens (RFC 7515, 7517, 7518).

#include "apiserver/resources/web_key.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/web_token.hpp"
#include "web_keys.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
namespace bj = boost::json;

bj::object parsed(std::string_view text) {
    return bj::parse(text).as_object();
}

std::vector<web_key> one_of_each() {
    return {test_keys::read(test_keys::rsa()), test_keys::read(test_keys::ec("P-256")),
            test_keys::read(test_keys::ec("P-384")), test_keys::read(test_keys::ec("P-521"))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(web_keys)

BOOST_AUTO_TEST_CASE(each_kind_signs_with_its_algorithm) {
    const std::vector<std::string_view> wanted{"RS256", "ES256", "ES384", "ES512"};
    const std::vector<web_key> keys = one_of_each();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        BOOST_TEST(keys[i].algorithm() == wanted[i]);
        const std::string signature = keys[i].sign("text");
        BOOST_TEST(keys[i].verifies(wanted[i], "text", signature));
        BOOST_TEST(!keys[i].verifies(wanted[i], "texu", signature));
        BOOST_TEST(!keys[i].verifies(wanted[i], "text", signature.substr(1)));
        BOOST_TEST(!keys[i].verifies(wanted[i], "text", ""));
        BOOST_TEST(!keys[i].verifies(wanted[i], "text", std::string(signature.size(), '\0')));
    }
}

BOOST_AUTO_TEST_CASE(other_algorithms_do_not_verify) {
    const std::vector<web_key> keys = one_of_each();
    for (const web_key& each : keys) {
        const std::string signature = each.sign("text");
        for (const char* name : {"none", "", "HS256", "HS512", "EdDSA", "ES256K", "256", "rs256", "XX256"})
            BOOST_TEST(!each.verifies(name, "text", signature), name);
        for (const web_key& other : keys)
            if (other.id() != each.id())
                BOOST_TEST(!each.verifies(other.algorithm(), "text", other.sign("text")));
    }
}

// RFC 7515, appendix A.2 and A.3.
BOOST_AUTO_TEST_CASE(tokens_of_the_standard_verify) {
    const auto ec = web_key::from_json(
        parsed(R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
               R"("y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"})"));
    const std::string token =
        "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc1"
        "9yb290Ijp0cnVlfQ.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6"
        "NU1Q";
    BOOST_REQUIRE(ec.has_value());
    const auto read = read_web_token(token);
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->algorithm == "ES256");
    BOOST_TEST(text_at(read->claims, "iss") == "joe");
    BOOST_TEST(ec->verifies("ES256", read->signed_text, read->signature));
    BOOST_TEST(ec->id() == "");
}

BOOST_AUTO_TEST_CASE(json_gives_the_same_public_key) {
    for (const web_key& each : one_of_each()) {
        const bj::object json = each.to_json();
        const auto again = web_key::from_json(json);
        BOOST_REQUIRE(again.has_value());
        BOOST_TEST(again->id() == each.id());
        BOOST_TEST(again->verifies(each.algorithm(), "text", each.sign("text")));
        BOOST_TEST(text_at(json, "use") == "sig");
        BOOST_TEST(value_at(json, "d") == nullptr);
    }
}

BOOST_AUTO_TEST_CASE(key_is_named_by_its_digest) {
    const auto keys = web_key::read_public(
        "-----BEGIN PUBLIC KEY-----\n"
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELIQGy0tKbv5pYD9tG7MbdGQrFTUr\n"
        "l82zvLSBhFkfSPo47ayw+cPFFf+wkSJL0/BFg77ruLGHh+AZaydZLp57Xg==\n"
        "-----END PUBLIC KEY-----\n");
    BOOST_REQUIRE(keys.has_value());
    // openssl ec -pubin -outform der | openssl sha256 -binary | basenc --base64url
    BOOST_TEST((*keys)[0].id() == "0QofU5BYBrW3M_jb2FNJaMRlXdyKMcNV0g79ILzyHI0");
}

BOOST_AUTO_TEST_CASE(invalid_json_keys_are_ignored) {
    for (const char* text :
         {R"({})", R"({"kty":"oct","k":"AAAA"})", R"({"kty":"RSA","n":"AQAB","e":"AQAB"})",
          R"({"kty":"RSA","n":"","e":""})", R"({"kty":"EC","crv":"P-256","x":"AA","y":"AA"})",
          // not on the curve
          R"({"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",)"
          R"("y":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"})",
          R"({"kty":"EC","crv":"secp256k1","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"AA"})",
          R"({"kty":"OKP","crv":"Ed25519","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"})",
          R"({"kty":1})"})
        BOOST_TEST(!web_key::from_json(parsed(text)), text);
    bj::object with_private = test_keys::read(test_keys::ec("P-256")).to_json();
    with_private["d"] = "AAAA";
    BOOST_TEST(!web_key::from_json(with_private));
}

BOOST_AUTO_TEST_CASE(unusable_private_keys_are_refused) {
    const std::string good = test_keys::private_pem(test_keys::ec("P-256"));
    for (const std::string& bad :
         {std::string(), std::string("x"), good.substr(0, good.size() / 2),
          test_keys::private_pem(test_keys::ec("secp256k1")), test_keys::public_pem(test_keys::ec("P-256")),
          test_keys::private_pem(test_keys::rsa(512)), std::string(2 * 1024 * 1024, 'x')})
        BOOST_TEST(!web_key::read_private(secret(bad)));
    BOOST_TEST(web_key::read_private(secret(good)).has_value());
}

BOOST_AUTO_TEST_CASE(public_keys_come_from_all_blocks) {
    const auto a = test_keys::ec("P-256"), b = test_keys::rsa();
    const std::string text =
        "words\n" + test_keys::public_pem(a) +
        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" +
        test_keys::private_pem(b);
    const auto read = web_key::read_public(text);
    BOOST_REQUIRE(read.has_value());
    BOOST_REQUIRE(read->size() == 2);
    BOOST_TEST((*read)[0].id() == test_keys::read(a).id());
    BOOST_TEST((*read)[1].id() == test_keys::read(b).id());
    BOOST_TEST(!web_key::read_public("words"));
}

BOOST_AUTO_TEST_CASE(pem_gives_the_same_private_key) {
    const web_key made = web_key::generate();
    const auto again = web_key::read_private(made.to_pem());
    BOOST_REQUIRE(again.has_value());
    BOOST_TEST(again->id() == made.id());
    BOOST_TEST(made.verifies("ES256", "text", again->sign("text")));
    BOOST_TEST(web_key::generate().id() != made.id());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(web_tokens)

BOOST_AUTO_TEST_CASE(malformed_tokens_are_not_read) {
    const std::string header = base64url_encode(R"({"alg":"ES256","kid":"k"})"),
                      claims = base64url_encode(R"({"iss":"a"})");
    BOOST_TEST(read_web_token(header + "." + claims + ".AAAA").has_value());
    for (const std::string& bad :
         {std::string(), std::string("."), std::string(".."), header + "." + claims,
          header + "." + claims + ".AAAA.AAAA", header + "." + claims + ".A", header + "." + claims + ".AA==",
          "x" + header + "." + claims + ".AAAA", header + "." + base64url_encode("[]") + ".AAAA",
          header + "." + base64url_encode(R"({"iss":"a"}x)") + ".AAAA",
          base64url_encode(R"("alg")") + "." + claims + ".AAAA",
          base64url_encode(R"({"alg":"none","alg":"ES256"})") + "." + claims + ".AAAA",
          header + "." + base64url_encode(std::string(100, '[')) + ".AAAA"})
        BOOST_TEST(!read_web_token(bad), bad);
}

BOOST_AUTO_TEST_CASE(errors_are_those_of_go_jose) {
    const auto error_of = [](const std::string& token) {
        const auto read = read_web_token(token);
        return read ? std::string() : read.error().message;
    };
    const std::string header = base64url_encode(R"({"alg":"ES256"})"), claims = base64url_encode("{}");
    BOOST_TEST(error_of(header + "." + claims + ".AAAAA") == "illegal base64 data at input byte 4");
    BOOST_TEST(error_of(header + "." + claims + ".AA!A") == "illegal base64 data at input byte 2");
    BOOST_TEST(error_of(base64url_encode(R"({"alg":"none","alg":"ES256"})") + "." + claims + ".AAAA") ==
               "json: duplicate key 'alg' in object");
    const std::string critical =
        base64url_encode(R"({"alg":"ES256","crit":["b64"]})") + "." + claims + ".AAAA";
    BOOST_TEST(read_web_token(critical)->is_critical);
}

BOOST_AUTO_TEST_CASE(huge_tokens_are_not_read) {
    const std::string header = base64url_encode(R"({"alg":"ES256"})");
    const auto with = [&](std::size_t size) {
        return header + "." + base64url_encode(R"({"a":")" + std::string(size, 'x') + R"("})") + ".AAAA";
    };
    const std::string fits = with(1024 * 1024), huge = with(4 * 1024 * 1024);
    BOOST_TEST(read_web_token(fits).has_value());
    BOOST_TEST(!read_web_token(huge).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
