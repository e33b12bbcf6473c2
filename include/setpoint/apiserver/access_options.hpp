#pragma once
// Who may do what on the embedded API server. By default everybody may do everything.

#include "setpoint/core/secret.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// As the flags of kube-apiserver. Without `authorizers` requests are neither authenticated nor authorized:
// every client is kubernetes-admin, a member of system:masters. With them a request without credentials is
// anonymous, and the roles and bindings that kube-apiserver creates when it starts exist
// (server_options::bootstrap_objects need not be set).
struct access_options {
    // In the order in which they are asked: "Node", "RBAC", "AlwaysAllow", "AlwaysDeny". Members of
    // system:masters may do everything, whatever the authorizers say.
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
    // Signs the tokens of service accounts, which are credentials then. Empty: a random key.
    setpoint::secret token_key{};

    bool is_on() const { return !authorizers.empty(); }
};

}}}  // namespace setpoint::v0::apiserver
