#include "apiserver/resources/service_account_token.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/web_token.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <chrono>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::int64_t seconds_of(wall_time t) {
    return std::chrono::duration_cast<std::chrono::seconds>(t.time_since_epoch()).count();
}

std::string hmac_of(std::string_view text, std::string_view key) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(), &size);
    return base64url_encode({reinterpret_cast<const char*>(out.data()), size});
}

std::string signed_token(const bj::object& payload, std::string_view key) {
    std::string out = base64url_encode(R"({"alg":"HS256","typ":"JWT"})") + "." +
                      base64url_encode(json_text::serialize(payload));
    const std::string signature = hmac_of(out, key);
    return out.append(".").append(signature);
}

}  // namespace

bool hmac_signatures::names_issuer(std::string_view issuer) const {
    return issuer == api_audience || issuer == legacy_issuer;
}

std::optional<std::string> hmac_signatures::signature_error(std::string_view token) const {
    const std::size_t last = token.rfind('.');
    if (last == std::string_view::npos) return std::nullopt;
    const std::string_view given = token.substr(last + 1);
    const std::string own = hmac_of(token.substr(0, last), key_);
    const bool same = given.size() == own.size() && CRYPTO_memcmp(given.data(), own.data(), own.size()) == 0;
    return std::string(same ? "" : "go-jose/go-jose: error in cryptographic primitive");
}

const std::vector<std::string>& hmac_signatures::implied_audiences() const {
    static const std::vector<std::string> own{std::string(api_audience)};
    return own;
}

std::string public_token_key(const kind_context& c) {
    const auto found = c.read("namespaces", object_key::cluster("kube-system"));
    return found ? std::string(text_at(object_of(*found, "metadata"), "uid")) : std::string();
}

bj::object payload_of(const service_account_claims& claims, std::string_view issuer) {
    bj::object own{{"namespace", claims.account.ns},
                   {"serviceaccount", {{"name", claims.account.name}, {"uid", claims.uid}}}};
    if (!claims.bound_to.empty())
        own[claims.bound_to] = bj::object{{"name", claims.bound_name}, {"uid", claims.bound_uid}};
    if (claims.bound_to == "pod" && !claims.node_name.empty()) {
        bj::object node{{"name", claims.node_name}};
        if (!claims.node_uid.empty()) node["uid"] = claims.node_uid;
        own["node"] = std::move(node);
    }
    bj::array audiences;
    for (const std::string& a : claims.audiences) audiences.emplace_back(a);
    const std::int64_t issued = seconds_of(claims.issued);
    bj::object payload{{"aud", std::move(audiences)}, {"exp", seconds_of(claims.expires)}, {"iat", issued}};
    payload["iss"] = issuer;
    payload["jti"] = claims.id;
    payload["kubernetes.io"] = std::move(own);
    payload["nbf"] = issued;
    payload["sub"] = fmt::format("system:serviceaccount:{}:{}", claims.account.ns, claims.account.name);
    return payload;
}

std::string issue_token(const service_account_claims& claims, std::string_view key) {
    return signed_token(payload_of(claims, api_audience), key);
}

std::string issue_token(const service_account_claims& claims, const kind_context& c) {
    return issue_token(claims, public_token_key(c));
}

bj::object payload_of(const legacy_claims& claims) {
    bj::object payload{{"iss", legacy_issuer}};
    payload["kubernetes.io/serviceaccount/namespace"] = claims.account.ns;
    payload["kubernetes.io/serviceaccount/secret.name"] = claims.secret;
    payload["kubernetes.io/serviceaccount/service-account.name"] = claims.account.name;
    payload["kubernetes.io/serviceaccount/service-account.uid"] = claims.uid;
    payload["sub"] = fmt::format("system:serviceaccount:{}:{}", claims.account.ns, claims.account.name);
    return payload;
}

std::string issue_legacy_token(const legacy_claims& claims, std::string_view key) {
    return signed_token(payload_of(claims), key);
}

}}}  // namespace setpoint::v0::apiserver
