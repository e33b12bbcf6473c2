#include "apiserver/resources/account_authority.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/resources/web_token.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view wrong_signature = "go-jose/go-jose: error in cryptographic primitive";

}  // namespace

result<account_authority> account_authority::make(account_authority_settings s) {
    if (s.issuers.empty()) s.issuers.emplace_back(api_audience);
    if (s.api_audiences.empty()) s.api_audiences = s.issuers;
    std::vector<web_key> keys;
    if (s.signing_key_pem.empty()) {
        keys.push_back(web_key::generate());
    } else {
        auto own = web_key::read_private(s.signing_key_pem);
        if (!own) return own.error().within("--service-account-signing-key-file");
        keys.push_back(std::move(*own));
        s.signing_key_pem = {};
    }
    if (!s.verifying_keys_pem.empty()) {
        auto more = web_key::read_public(s.verifying_keys_pem);
        if (!more) return more.error().within("--service-account-key-file");
        for (web_key& each : *more)
            if (std::ranges::find(keys, each.id(), &web_key::id) == keys.end())
                keys.push_back(std::move(each));
    }
    return account_authority(std::move(s), std::move(keys));
}

// go-jose's order, and without "typ".
std::string account_authority::signed_token(const bj::object& payload) const {
    const web_key& own = keys_.front();
    const bj::object header{{"alg", own.algorithm()}, {"kid", own.id()}};
    std::string out = base64url_encode(json_text::serialize(header)) + "." +
                      base64url_encode(json_text::serialize(payload));
    const std::string signature = base64url_encode(own.sign(out));
    return out.append(".").append(signature);
}

std::string account_authority::issue(const service_account_claims& claims) const {
    return signed_token(payload_of(claims, settings_.issuers.front()));
}

std::string account_authority::issue(const legacy_claims& claims) const {
    return signed_token(payload_of(claims));
}

bool account_authority::names_issuer(std::string_view issuer) const {
    return issuer == legacy_issuer || std::ranges::find(settings_.issuers, issuer) != settings_.issuers.end();
}

std::optional<std::string> account_authority::signature_error(std::string_view token) const {
    const auto read = read_web_token(token);
    if (!read) return std::nullopt;
    bool known = false;
    for (const web_key& each : keys_) {
        if (!read->key_id.empty() && each.id() != read->key_id) continue;
        if (!read->is_critical && each.verifies(read->algorithm, read->signed_text, read->signature))
            return "";
        known = true;
    }
    return std::string(known ? wrong_signature : "invalid signature, no keys found");
}

bool account_authority::is_discoverable() const {
    const std::string& issuer = settings_.issuers.front();
    return issuer.starts_with("https://") && issuer.find_first_of("?#") == std::string::npos;
}

bj::object account_authority::key_set() const {
    bj::array keys;
    for (const web_key& each : keys_) keys.push_back(each.to_json());
    return {{"keys", std::move(keys)}};
}

bj::object account_authority::discovery(std::string_view host) const {
    std::set<std::string_view> used;
    for (const web_key& each : keys_) used.insert(each.algorithm());
    bj::array names;
    for (const std::string_view each : used) names.emplace_back(each);
    bj::object out{{"issuer", settings_.issuers.front()}};
    out["jwks_uri"] = "https://" + std::string(host) + "/openid/v1/jwks";
    out["response_types_supported"] = bj::array{"id_token"};
    out["subject_types_supported"] = bj::array{"public"};
    out["id_token_signing_alg_values_supported"] = std::move(names);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
