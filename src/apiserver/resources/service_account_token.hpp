#pragma once
// Tokens of service accounts: JSON web tokens with the claims of kube-apiserver's, signed with an HMAC
// instead of a key pair.

#include "apiserver/resources/resource.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The issuer, and the audience of a token that names none.
inline constexpr std::string_view api_audience = "https://kubernetes.default.svc.cluster.local";
inline constexpr std::string_view legacy_issuer = "kubernetes/serviceaccount";

struct service_account_claims {
    object_key account;
    std::string uid, id;  // of the account, and of the token
    std::vector<std::string> audiences;
    wall_time issued, expires;
    // "pod", "secret", "node", or "" if the token is bound to no object.
    std::string bound_to;
    std::string bound_name, bound_uid;
    // Of a token bound to a pod: its node, if it is known. The UID is empty if the node does not exist.
    std::string node_name{}, node_uid{};
};

// The key of a server that authenticates nobody: the UID of the namespace kube-system, which `c.read` must
// find. It differs from server to server, but is no secret: whoever reads it can forge tokens. A server
// that accepts tokens as credentials needs a random key.
std::string public_token_key(const kind_context& c);

// Signed with `key`.
std::string issue_token(const service_account_claims& claims, std::string_view key);
// What tokens are signed with: c.token_key, or else public_token_key().
std::string token_key(const kind_context& c);
// Signed with token_key().
std::string issue_token(const service_account_claims& claims, const kind_context& c);

// The claims of the token in a Secret of the type kubernetes.io/service-account-token, which never expires.
struct legacy_claims {
    object_key account;
    std::string uid;     // of the account
    std::string secret;  // the Secret's name
};
std::string issue_legacy_token(const legacy_claims& claims, std::string_view key);

// What a token proves.
struct token_identity {
    object_key account;
    std::string uid;  // of the account
    std::string id;   // of the token, or ""
    // Empty unless the token is bound to a pod or a node; the node's also for a pod whose node was known.
    std::string pod_name{}, pod_uid{}, node_name{}, node_uid{};
    std::vector<std::string> audiences{};  // the wanted ones that it is meant for
};
struct token_check {
    bool is_ours = false;   // a web token that names this issuer
    std::string error{};    // why a token of ours is refused, in kube-apiserver's words; "" if it is valid
    token_identity who{};   // of a valid token
    std::string warning{};  // for the client; "" if there is none
};
// Checks the signature, the audiences, the times, and that the account and the object that the token is bound
// to still exist. `wanted` must not be empty. `c.read` and `c.now` are used.
token_check check_token(std::string_view token, const std::vector<std::string>& wanted, std::string_view key,
                        const kind_context& c);

// How both files sign: the HMAC in base64url.
std::string token_signature(std::string_view text, std::string_view key);

}}}  // namespace setpoint::v0::apiserver
