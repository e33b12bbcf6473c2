#pragma once
// Authorizes by Roles and bindings (plugin/pkg/auth/authorizer/rbac).

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/rbac_policy.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

class rbac_authorizer : public authorizer {
public:
    // `policy` must outlive it.
    explicit rbac_authorizer(const rbac_policy& policy) : policy_(policy) {}

    // Allows with the reason `RBAC: allowed by ClusterRoleBinding "a" of ClusterRole "b" to User "c"`, or has
    // no opinion; then the reason lists the roles that bindings of the user refer to and that do not exist.
    decision authorize(const attributes& of) const override;
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;

private:
    const rbac_policy& policy_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
