#pragma once
// Whether those who send requests may (apiserver, pkg/endpoints/filters: impersonation and authorization.go;
// kubernetes, pkg/kubeapiserver/authorizer).

#include "apiserver/audit/request_record.hpp"
#include "apiserver/authorization/authorization_config.hpp"
#include "apiserver/authorization/impersonation.hpp"
#include "apiserver/authorization/node_authorizer.hpp"
#include "apiserver/authorization/rbac_authorizer.hpp"
#include "apiserver/authorization/requester.hpp"
#include "apiserver/rest/kubeconfig_webhook.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/access_options.hpp"
#include "setpoint/http/server.hpp"

#include <map>
#include <memory>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class request_authorization {
public:
    // Follows the roles, bindings and, for the authorizer Node, what nodes need. Call before the first object
    // is stored. `node_role`: the ClusterRole system:node. `w` must outlive it. `connect`: to webhooks, for
    // tests. Throws fault: bad_config for options that are invalid.
    request_authorization(server_state& w, const access_options& o, const bj::object& node_role,
                          const kubeconfig_webhook::connector& connect = {});
    request_authorization(const request_authorization&) = delete;
    request_authorization& operator=(const request_authorization&) = delete;

    // Whether AlwaysAllow is among the authorizers.
    bool allows_everything() const { return allows_everything_; }

    // Errors: 403 if the user may not do this; without a code, and with the text for a plain page, if that
    // could not be found out. `record`: of the audit log; may be null. Precondition: !waits().
    api_result<requester_ptr> authorize(const http::server_request& r, user_ptr who,
                                        audit::request_record* record = nullptr) const;
    // The same where a webhook may have to be asked. `r` must outlive the call.
    bool waits() const { return !webhooks_.empty(); }
    awaitable<api_result<requester_ptr>> authorize_waiting(const http::server_request& r, user_ptr who,
                                                           audit::request_record* record = nullptr) const;

private:
    void add(authorization::configured_authorizer each, const bj::object& node_role,
             const kubeconfig_webhook::connector& connect);
    void add_webhook(authorization::webhook_source from, const kubeconfig_webhook::connector& connect);
    void follow(const resource& r, const record_ptr& before, const record_ptr& now);
    bool follows(const resource& r) const;
    awaitable<authorization::decision> ask(const authorization::needed_review& r) const;
    api_result<user_ptr> acting_user(const http::server_request& r, const authorization::attributes& asked,
                                     const authorization::authorizer& rights,
                                     audit::access_notes* notes) const;
    // What is asked for, by the user who acts, if `rights` allow it. `notes` may be null.
    api_result<authorization::attributes> permit(const http::server_request& r, user_ptr who,
                                                 const authorization::authorizer& rights,
                                                 audit::access_notes* notes) const;

    server_state& state_;
    authorization::rbac_policy policy_;
    authorization::node_graph graph_;
    bool follows_nodes_ = false, allows_everything_ = false;
    std::vector<std::unique_ptr<authorization::authorizer>> authorizers_;
    authorization::authorizer_chain chain_{{}};
    authorization::escalation_check escalation_{chain_, policy_};
    std::map<const authorization::webhook_authorizer*, std::unique_ptr<kubeconfig_webhook>> webhooks_;
    authorization::review_caller call_;
    mutable authorization::impersonation_memory impersonations_;  // decides which mode is tried first
};

}}}  // namespace setpoint::v0::apiserver
