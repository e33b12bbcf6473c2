#pragma once
// Tokens of service accounts: JSON web tokens with the claims of kube-apiserver's, signed with an HMAC
// instead of a key pair.

#include "apiserver/resources/resource.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The issuer, and the audience of a token that names none.
inline constexpr std::string_view api_audience = "https://kubernetes.default.svc.cluster.local";

struct service_account_claims {
    object_key account;
    std::string uid, id;  // of the account, and of the token
    std::vector<std::string> audiences;
    wall_time issued, expires;
    // "pod", "secret", "node", or "" if the token is bound to no object.
    std::string bound_to;
    std::string bound_name, bound_uid;
};

// `c.read` must find the namespace kube-system, whose UID is the key: it differs from server to server. That
// is no secret, and need not be one: this server authenticates nobody, so a forged token opens nothing.
std::string issue_token(const service_account_claims& claims, const kind_context& c);

// The claims of the token in a Secret of the type kubernetes.io/service-account-token, which never expires.
struct legacy_claims {
    object_key account;
    std::string uid;     // of the account
    std::string secret;  // the Secret's name
};
// `key`: the UID of kube-system.
std::string issue_legacy_token(const legacy_claims& claims, const std::string& key);

// Reviews a token as kube-apiserver's authenticator does: returns the status of a TokenReview, with an error
// if the token is unknown, expired, meant for none of `audiences` (empty: api_audience), or if its account or
// the object that it is bound to is gone. `c`: as in issue_token().
bj::object review_token(std::string_view token, const bj::array& audiences, const kind_context& c);

}}}  // namespace setpoint::v0::apiserver
