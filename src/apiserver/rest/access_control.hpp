#pragma once
// Who sends a request, and whether they may: the filters of kube-apiserver before its handlers (apiserver,
// pkg/endpoints/filters: authentication.go, authorization.go).

#include "apiserver/audit/request_record.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/rest/client_authentication.hpp"
#include "apiserver/rest/kubeconfig_webhook.hpp"
#include "apiserver/rest/request_authorization.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/access_options.hpp"
#include "setpoint/http/server.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class access_control {
public:
    // Follows the roles, bindings and, for the authorizer Node, what nodes need. Call before the first object
    // is stored. `node_role`: the ClusterRole system:node. `w` must outlive it. `over` and `connect`: to
    // programs that say who clients are, and to those that authorize them, for tests. Throws fault:
    // bad_config for options that are invalid.
    access_control(server_state& w, const access_options& o, const bj::object& node_role,
                   identity_network over = {}, const kubeconfig_webhook::connector& connect = {});

    // `as`: who sends it, if that is known without credentials. Errors: 401 if the credentials are refused,
    // or if there are none and anonymous requests are not allowed; 403 if the user may not do this; without a
    // code, and with the text for a plain page, if that could not be found out. Appends what the client is
    // told about its credentials to `warnings`, also with an error. `record`: of the audit log; may be null.
    // Precondition: !waits().
    api_result<requester_ptr> admit(const http::server_request& r, user_ptr as,
                                    std::vector<std::string>& warnings,
                                    audit::request_record* record = nullptr) const;
    // The same where a webhook may have to be asked. Where none can, it costs a coroutine for nothing. `r`
    // and `warnings` must outlive the call.
    bool waits() const { return clients_.waits() || rights_.waits(); }
    awaitable<api_result<requester_ptr>> admit_waiting(const http::server_request& r, user_ptr as,
                                                       std::vector<std::string>& warnings,
                                                       audit::request_record* record = nullptr) const;
    // Who clients are.
    client_authentication& clients() { return clients_; }
    const client_authentication& clients() const { return clients_; }
    // What they may do.
    request_authorization& rights() { return rights_; }

private:
    request_authorization rights_;
    client_authentication clients_;
};

}}}  // namespace setpoint::v0::apiserver
