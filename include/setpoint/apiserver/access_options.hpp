#pragma once
// Who may do what on the embedded API server. By default everybody may do everything.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/secret.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// --requestheader-*: users whom a proxy in front of the server has authenticated.
struct front_proxy_options {
    std::string client_ca_pem{};               // CAs of the proxies' certificates; empty: no proxies
    std::vector<std::string> allowed_names{};  // common names of the certificates; empty: any
    std::vector<std::string> username_headers{}, uid_headers{}, group_headers{}, extra_prefixes{};
};

// --oidc-*: an OpenID provider whose tokens are credentials; instead of those of an
// AuthenticationConfiguration.
struct open_id_options {
    std::string issuer_url{}, client_id{};  // both must be set; https only
    std::string ca_pem{};                   // of the provider's certificate; empty: the system's CAs
    std::string username_claim = "sub";
    // Empty: the issuer and '#', except for the claim "email"; "-": none.
    std::string username_prefix{};
    std::string groups_claim{}, groups_prefix{};  // without a claim, users have no groups
    std::map<std::string, std::string> required_claims{};
    std::vector<std::string> signing_algorithms{};  // empty: RS256
};

// --authentication-token-webhook-* and --authorization-webhook-*: a program that reviews tokens or requests.
struct access_webhook_options {
    setpoint::secret kubeconfig{};    // its text; empty: no webhook
    std::string name{};               // where the text comes from, for errors
    std::string version = "v1beta1";  // of the reviews, as the default of kube-apiserver
    // How long answers are kept: of tokens, and of requests that are allowed or not.
    duration token_ttl = std::chrono::minutes(2);
    duration authorized_ttl = std::chrono::minutes(5), unauthorized_ttl = std::chrono::seconds(30);
};

// As the flags of kube-apiserver. Without `authorizers` requests are neither authenticated nor authorized:
// every client is kubernetes-admin, a member of system:masters. With them a request without credentials is
// anonymous, and the roles and bindings that kube-apiserver creates when it starts exist
// (server_options::bootstrap_objects need not be set).
struct access_options {
    // In the order in which they are asked: "Node", "RBAC", "ABAC", "Webhook", "AlwaysAllow", "AlwaysDeny".
    // Members of system:masters may do everything, whatever the authorizers say.
    std::vector<std::string> authorizers{};
    // Whether requests without credentials are those of system:anonymous; otherwise, and always with
    // AlwaysAllow, they are answered with 401 (--anonymous-auth).
    bool anonymous = true;
    // The text of a --token-auth-file: lines of token,user,uid,"group1,group2"; the groups may be missing.
    setpoint::secret tokens{};
    std::string tokens_name = "options.access.tokens";  // where they come from, for errors
    // CAs in PEM that issue the certificates of clients: the common name is the user, the organizations are
    // the groups (--client-ca-file). Empty: certificates are ignored.
    std::string client_ca_pem{};
    // Whether Secrets of the type bootstrap.kubernetes.io/token in kube-system are credentials
    // (--enable-bootstrap-token-auth).
    bool bootstrap_tokens = false;
    // Signs the tokens of service accounts, which are credentials then: an RSA or EC private key in PEM
    // (--service-account-signing-key-file). Empty: a random one.
    setpoint::secret signing_key_pem{};
    // More public keys in PEM whose tokens are accepted (--service-account-key-file).
    std::string verifying_keys_pem{};
    // --service-account-issuer, the first signs; empty: https://kubernetes.default.svc.cluster.local.
    std::vector<std::string> issuers{};
    std::vector<std::string> api_audiences{};  // --api-audiences; empty: the issuers
    // The texts of an AuthenticationConfiguration (--authentication-config) and of an
    // AuthorizationConfiguration (--authorization-config), which replaces `authorizers`. Empty: none.
    std::string authentication_config{}, authorization_config{};
    std::string authentication_config_name = "options.access.authentication_config";  // for errors
    std::string authorization_config_name = "options.access.authorization_config";
    std::optional<open_id_options> open_id{};
    // The rules of "ABAC", one a line (--authorization-policy-file).
    std::optional<std::string> abac_policy{};
    std::string abac_policy_name = "options.access.abac_policy";  // for errors
    front_proxy_options front_proxy{};
    access_webhook_options token_webhook{}, authorization_webhook{};

    bool is_on() const { return !authorizers.empty() || !authorization_config.empty(); }
};

}}}  // namespace setpoint::v0::apiserver
