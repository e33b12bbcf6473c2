#include "apiserver/resources/service_account_token.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// base64url without padding (RFC 7515).
std::string encoded(std::string_view bytes) {
    std::string out = base64_encode(bytes);
    while (out.ends_with('=')) out.pop_back();
    std::ranges::replace(out, '+', '-');
    std::ranges::replace(out, '/', '_');
    return out;
}

std::int64_t seconds_of(wall_time t) {
    return std::chrono::duration_cast<std::chrono::seconds>(t.time_since_epoch()).count();
}

std::string signed_token(const bj::object& payload, std::string_view key) {
    std::string out =
        encoded(R"({"alg":"HS256","typ":"JWT"})") + "." + encoded(json_text::serialize(payload));
    const std::string signature = token_signature(out, key);
    return out.append(".").append(signature);
}

}  // namespace

std::string token_signature(std::string_view text, std::string_view key) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(), &size);
    return encoded({reinterpret_cast<const char*>(out.data()), size});
}

std::string public_token_key(const kind_context& c) {
    const auto found = c.read("namespaces", object_key::cluster("kube-system"));
    return found ? std::string(text_at(object_of(*found, "metadata"), "uid")) : std::string();
}

std::string token_key(const kind_context& c) {
    return c.token_key.empty() ? public_token_key(c) : std::string(c.token_key);
}

std::string issue_token(const service_account_claims& claims, std::string_view key) {
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
    payload["iss"] = api_audience;
    payload["jti"] = claims.id;
    payload["kubernetes.io"] = std::move(own);
    payload["nbf"] = issued;
    payload["sub"] = fmt::format("system:serviceaccount:{}:{}", claims.account.ns, claims.account.name);
    return signed_token(payload, key);
}

std::string issue_token(const service_account_claims& claims, const kind_context& c) {
    return issue_token(claims, token_key(c));
}

std::string issue_legacy_token(const legacy_claims& claims, std::string_view key) {
    bj::object payload{{"iss", legacy_issuer}};
    payload["kubernetes.io/serviceaccount/namespace"] = claims.account.ns;
    payload["kubernetes.io/serviceaccount/secret.name"] = claims.secret;
    payload["kubernetes.io/serviceaccount/service-account.name"] = claims.account.name;
    payload["kubernetes.io/serviceaccount/service-account.uid"] = claims.uid;
    payload["sub"] = fmt::format("system:serviceaccount:{}:{}", claims.account.ns, claims.account.name);
    return signed_token(payload, key);
}

}}}  // namespace setpoint::v0::apiserver
