#pragma once
// Who sends a request, and whether they may: the filters of kube-apiserver before its handlers (apiserver,
// pkg/endpoints/filters: authentication.go, authorization.go).

#include "apiserver/authorization/impersonation.hpp"
#include "apiserver/authorization/node_authorizer.hpp"
#include "apiserver/authorization/rbac_authorizer.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/rest/client_authentication.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/access_options.hpp"
#include "setpoint/http/server.hpp"

#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class access_control {
public:
    // Follows the roles, bindings and, for the authorizer Node, what nodes need. Call before the first object
    // is stored. `node_role`: the ClusterRole system:node. `w` must outlive it. Throws fault: bad_config for
    // options that are invalid.
    access_control(server_state& w, const access_options& o, const bj::object& node_role,
                   identity_network over = {});

    // `as`: who sends it, if that is known without credentials. Errors: 401 if the credentials are refused,
    // or if there are none and anonymous requests are not allowed; 403 if the user may not do this. Appends
    // what the client is told about its credentials to `warnings`, also with an error.
    api_result<requester_ptr> admit(const http::server_request& r, user_ptr as,
                                    std::vector<std::string>& warnings) const;
    // The same where a webhook may have to be asked. Where none can, it costs a coroutine for nothing. `r`
    // and `warnings` must outlive the call.
    bool waits() const { return clients_.waits(); }
    awaitable<api_result<requester_ptr>> admit_waiting(const http::server_request& r, user_ptr as,
                                                       std::vector<std::string>& warnings) const;
    // Who clients are.
    client_authentication& clients() { return clients_; }
    const client_authentication& clients() const { return clients_; }

private:
    void add_authorizers(const std::vector<std::string>& names, const bj::object& node_role);
    void follow(const resource& r, const record_ptr& before, const record_ptr& now);
    api_result<requester_ptr> authorize(const http::server_request& r, user_ptr who) const;
    api_result<user_ptr> acting_user(const http::server_request& r,
                                     const authorization::attributes& asked) const;

    client_authentication clients_;
    authorization::rbac_policy policy_;
    authorization::node_graph graph_;
    bool follows_nodes_ = false;
    std::vector<std::unique_ptr<authorization::authorizer>> authorizers_;
    authorization::authorizer_chain chain_{{}};
    authorization::escalation_check escalation_{chain_, policy_};
    mutable authorization::impersonation_memory impersonations_;  // decides which mode is tried first
};

}}}  // namespace setpoint::v0::apiserver
