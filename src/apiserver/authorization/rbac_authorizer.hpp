#pragma once
// Authorizes by Roles and bindings (plugin/pkg/auth/authorizer/rbac).

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/rbac_policy.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

class rbac_authorizer : public authorizer {
public:
    // `policy` must outlive it.
    explicit rbac_authorizer(const rbac_policy& policy) : policy_(policy) {}

    // Allows with the reason `RBAC: allowed by ClusterRoleBinding "a" of ClusterRole "b" to User "c"`, or has
    // no opinion; then the reason lists the roles that bindings of the user refer to and that do not exist.
    decision authorize(const attributes& of) const override;
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;

    // The subjects that may do `of`, whose user does not count; one may occur several times.
    // subject_locator.go; errors as in authorize(), without "RBAC: ".
    struct located {
        std::vector<binding_subject> subjects{};
        std::vector<std::string> errors{};
    };
    located subjects_allowed(const attributes& of) const;

private:
    const rbac_policy& policy_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
