#pragma once
// Tokens of service accounts: JSON web tokens with the claims of kube-apiserver's. Without access control
// they are signed with an HMAC, so that a run can be repeated; account_authority.hpp signs them otherwise.

#include "apiserver/resources/resource.hpp"

#include <boost/json/object.hpp>

#include <optional>
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
// that accepts tokens as credentials has an account_authority.
std::string public_token_key(const kind_context& c);

// Signed with an HMAC, and with public_token_key().
std::string issue_token(const service_account_claims& claims, std::string_view key);
std::string issue_token(const service_account_claims& claims, const kind_context& c);
// What is signed.
bj::object payload_of(const service_account_claims& claims, std::string_view issuer);

// The claims of the token in a Secret of the type kubernetes.io/service-account-token, which never expires.
struct legacy_claims {
    object_key account;
    std::string uid;     // of the account
    std::string secret;  // the Secret's name
};
std::string issue_legacy_token(const legacy_claims& claims, std::string_view key);
bj::object payload_of(const legacy_claims& claims);

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

// Which tokens are the server's own.
class token_signatures {
public:
    virtual ~token_signatures() = default;
    [[nodiscard]] virtual bool names_issuer(std::string_view issuer) const = 0;
    // "" if the signature is good; nothing if the text is not a token that this server reads.
    [[nodiscard]] virtual std::optional<std::string> signature_error(std::string_view token) const = 0;
    // Of tokens that name none.
    [[nodiscard]] virtual const std::vector<std::string>& implied_audiences() const = 0;
};

// Checks the signature, the audiences, the times, and that the account and the object that the token is bound
// to still exist. `wanted` must not be empty. `c.read` and `c.now` are used.
token_check check_token(std::string_view token, const std::vector<std::string>& wanted,
                        const token_signatures& signatures, const kind_context& c);

// HMAC with that key, of the issuer api_audience.
class hmac_signatures final : public token_signatures {
public:
    explicit hmac_signatures(std::string key) : key_(std::move(key)) {}
    bool names_issuer(std::string_view issuer) const override;
    std::optional<std::string> signature_error(std::string_view token) const override;
    const std::vector<std::string>& implied_audiences() const override;

private:
    std::string key_;
};

}}}  // namespace setpoint::v0::apiserver
