#include "apiserver/resources/service_account_token.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view legacy_issuer = "kubernetes/serviceaccount";
constexpr std::string_view legacy_namespace = "kubernetes.io/serviceaccount/namespace",
                           legacy_secret = "kubernetes.io/serviceaccount/secret.name",
                           legacy_name = "kubernetes.io/serviceaccount/service-account.name",
                           legacy_uid = "kubernetes.io/serviceaccount/service-account.uid";

// base64url without padding (RFC 7515).
std::string encoded(std::string_view bytes) {
    std::string out = base64_encode(bytes);
    while (out.ends_with('=')) out.pop_back();
    std::ranges::replace(out, '+', '-');
    std::ranges::replace(out, '/', '_');
    return out;
}

std::optional<std::string> decoded(std::string_view text) {
    std::string plain(text);
    std::ranges::replace(plain, '-', '+');
    std::ranges::replace(plain, '_', '/');
    while (plain.size() % 4 != 0) plain.push_back('=');
    return base64_decode(plain);
}

std::string key_of(const kind_context& c) {
    const auto found = c.read("namespaces", object_key::cluster("kube-system"));
    return found ? std::string(text_at(object_of(*found, "metadata"), "uid")) : std::string();
}

std::string signature_of(std::string_view text, const std::string& key) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(), &size);
    return encoded({reinterpret_cast<const char*>(out.data()), size});
}

std::int64_t seconds_of(wall_time t) {
    return std::chrono::duration_cast<std::chrono::seconds>(t.time_since_epoch()).count();
}

// The claims of a token that names this issuer.
std::optional<bj::object> claims_of(std::string_view token) {
    const std::size_t last = token.rfind('.'), first = token.find('.');
    if (first == std::string_view::npos || first == last) return std::nullopt;
    const auto text = decoded(token.substr(first + 1, last - first - 1));
    bj::value out;
    std::string why;
    if (!text || !json_text::parse(*text, out, why) || !out.is_object()) return std::nullopt;
    const std::string_view issuer = text_at(out.get_object(), "iss");
    if (issuer != api_audience && issuer != legacy_issuer) return std::nullopt;
    return std::move(out.get_object());
}

bool is_signed(std::string_view token, const kind_context& c) {
    const std::size_t last = token.rfind('.');
    const std::string_view given = token.substr(last + 1);
    const std::string own = signature_of(token.substr(0, last), key_of(c));
    return given.size() == own.size() && CRYPTO_memcmp(given.data(), own.data(), own.size()) == 0;
}

// The real server asks several authenticators, one of which always answers so.
bj::object refused(const std::string& why) {
    return {{"error", why.empty() ? std::string("invalid bearer token")
                                  : fmt::format("[invalid bearer token, {}]", why)},
            {"user", bj::object()}};
}

std::string quoted_list(const bj::array& texts) {
    std::vector<std::string> out;
    for (const bj::value& v : texts) out.push_back(go_text::quoted(text_of(v)));
    return fmt::format("[{}]", fmt::join(out, " "));
}

// Those of `a`, in that order and as often, which are in `b`. Clients choose both, of any length.
bj::array common_of(const bj::array& a, const bj::array& b) {
    std::unordered_set<std::string_view> known;
    for (const bj::value& v : b) known.insert(text_of(v));
    bj::array out;
    for (const bj::value& v : a)
        if (known.contains(text_of(v))) out.push_back(v);
    return out;
}

struct bound_kind {
    std::string_view claim, storage;
};
constexpr std::array<bound_kind, 3> bound_kinds{{{"secret", "secrets"}, {"pod", "pods"}, {"node", "nodes"}}};

// The account, and the object that the token is bound to, must still be the same: returns the error, or "".
std::string invalidated(const bj::object& claims, const kind_context& c) {
    const std::string ns(text_at(claims, "namespace"));
    const bj::object& account = object_of(claims, "serviceaccount");
    const std::string name(text_at(account, "name"));
    const auto live = c.read("serviceaccounts", {ns, name});
    if (!live) return fmt::format("serviceaccounts {} not found", go_text::quoted(name));
    const std::string_view uid = text_at(object_of(*live, "metadata"), "uid"),
                           claimed = text_at(account, "uid");
    if (uid != claimed)
        return fmt::format("service account UID ({}) does not match claim ({})", uid, claimed);
    for (const bound_kind& kind : bound_kinds) {
        const bj::object* ref = object_at(claims, kind.claim);
        if (ref == nullptr) continue;
        const bool in_namespace = kind.claim != "node";
        const auto bound = c.read(kind.storage, {in_namespace ? ns : "", std::string(text_at(*ref, "name"))});
        if (!bound) return "service account token has been invalidated";
        const std::string_view is = text_at(object_of(*bound, "metadata"), "uid"), was = text_at(*ref, "uid");
        if (is != was)
            return fmt::format("{} UID ({}) does not match service account {} ref claim ({})", kind.claim, is,
                               kind.claim, was);
    }
    return {};
}

bj::object user_of(const bj::object& claims, std::string_view token_id) {
    const std::string ns(text_at(claims, "namespace"));
    const bj::object& account = object_of(claims, "serviceaccount");
    bj::object extra;
    if (!token_id.empty())
        extra["authentication.kubernetes.io/credential-id"] = bj::array{fmt::format("JTI={}", token_id)};
    for (const char* kind : {"node", "pod"}) {
        const bj::object* ref = object_at(claims, kind);
        if (ref == nullptr) continue;
        for (const char* key : {"name", "uid"})
            extra[fmt::format("authentication.kubernetes.io/{}-{}", kind, key)] =
                bj::array{text_at(*ref, key)};
    }
    bj::object out{{"username", fmt::format("system:serviceaccount:{}:{}", ns, text_at(account, "name"))},
                   {"uid", text_at(account, "uid")}};
    out["groups"] =
        bj::array{"system:serviceaccounts", "system:serviceaccounts:" + ns, "system:authenticated"};
    if (!extra.empty()) out["extra"] = std::move(extra);
    return out;
}

// The claims of a legacy token in the form of the others.
bj::object from_legacy(const bj::object& claims) {
    return {
        {"namespace", text_at(claims, legacy_namespace)},
        {"serviceaccount", {{"name", text_at(claims, legacy_name)}, {"uid", text_at(claims, legacy_uid)}}}};
}

// As kubernetes' pkg/serviceaccount/legacy.go: the Secret must still contain the token.
std::string legacy_invalidated(const bj::object& claims, std::string_view token, const kind_context& c) {
    const std::string ns(text_at(claims, legacy_namespace));
    const auto secret = c.read("secrets", {ns, std::string(text_at(claims, legacy_secret))});
    if (!secret || value_at(object_of(*secret, "metadata"), "deletionTimestamp"))
        return "Token has been invalidated";
    const auto held = base64_decode(text_at(object_of(*secret, "data"), "token"));
    if (!held || *held != token) return "Token does not match server's copy";
    const std::string name(text_at(claims, legacy_name));
    const auto live = c.read("serviceaccounts", {ns, name});
    if (!live) return fmt::format("serviceaccounts {} not found", go_text::quoted(name));
    const bj::object& meta = object_of(*live, "metadata");
    if (value_at(meta, "deletionTimestamp"))
        return fmt::format("ServiceAccount {}/{} has been deleted", ns, name);
    if (text_at(meta, "uid") != text_at(claims, legacy_uid))
        return fmt::format("ServiceAccount UID ({}) does not match claim ({})", text_at(meta, "uid"),
                           text_at(claims, legacy_uid));
    return {};
}

std::string signed_token(const bj::object& payload, const std::string& key) {
    std::string out =
        encoded(R"({"alg":"HS256","typ":"JWT"})") + "." + encoded(json_text::serialize(payload));
    const std::string signature = signature_of(out, key);
    return out.append(".").append(signature);
}

}  // namespace

std::string issue_token(const service_account_claims& claims, const kind_context& c) {
    bj::object own{{"namespace", claims.account.ns},
                   {"serviceaccount", {{"name", claims.account.name}, {"uid", claims.uid}}}};
    if (!claims.bound_to.empty())
        own[claims.bound_to] = bj::object{{"name", claims.bound_name}, {"uid", claims.bound_uid}};
    bj::array audiences;
    for (const std::string& a : claims.audiences) audiences.emplace_back(a);
    const std::int64_t issued = seconds_of(claims.issued);
    bj::object payload{{"aud", std::move(audiences)}, {"exp", seconds_of(claims.expires)}, {"iat", issued}};
    payload["iss"] = api_audience;
    payload["jti"] = claims.id;
    payload["kubernetes.io"] = std::move(own);
    payload["nbf"] = issued;
    payload["sub"] = fmt::format("system:serviceaccount:{}:{}", claims.account.ns, claims.account.name);
    return signed_token(payload, key_of(c));
}

std::string issue_legacy_token(const legacy_claims& claims, const std::string& key) {
    bj::object payload{{"iss", legacy_issuer}};
    payload[legacy_namespace] = claims.account.ns;
    payload[legacy_secret] = claims.secret;
    payload[legacy_name] = claims.account.name;
    payload[legacy_uid] = claims.uid;
    payload["sub"] = fmt::format("system:serviceaccount:{}:{}", claims.account.ns, claims.account.name);
    return signed_token(payload, key);
}

bj::object review_token(std::string_view token, const bj::array& audiences, const kind_context& c) {
    const auto claims = claims_of(token);
    if (!claims) return refused("");
    if (!is_signed(token, c)) return refused("go-jose/go-jose: error in cryptographic primitive");
    const bj::array wanted = audiences.empty() ? bj::array{api_audience} : audiences;
    const bool legacy = text_at(*claims, "iss") == legacy_issuer;
    const bj::array own = legacy ? bj::array{api_audience} : list_of(*claims, "aud");
    bj::array common = common_of(wanted, own);
    if (common.empty())
        return refused(fmt::format("token audiences {} is invalid for the target audiences {}",
                                   quoted_list(own), quoted_list(wanted)));
    if (!legacy && number_at(*claims, "exp").value_or(0) <= seconds_of(c.now))
        return refused("service account token has expired");
    const bj::object ours = legacy ? from_legacy(*claims) : object_of(*claims, "kubernetes.io");
    const std::string why = legacy ? legacy_invalidated(*claims, token, c) : invalidated(ours, c);
    if (!why.empty()) return refused(why);
    return {{"authenticated", true},
            {"user", user_of(ours, text_at(*claims, "jti"))},
            {"audiences", std::move(common)}};
}

}}}  // namespace setpoint::v0::apiserver
