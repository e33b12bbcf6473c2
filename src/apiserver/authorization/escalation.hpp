#pragma once
// Nobody grants rights that they do not hold, unless they may `escalate` the role or `bind` it
// (pkg/registry/rbac: escalation_check.go, validation/rule.go and the policybased storages).

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/rbac_policy.hpp"
#include "apiserver/schema/api_error.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// Nothing if the user holds `wanted` in the namespace; otherwise the message that lists the missing rights.
// `requested`: the resource of the request.
std::optional<std::string> escalation_text(const rbac_policy& policy, const user_info& user,
                                           std::string_view namespace_name,
                                           std::span<const policy_rule> wanted, std::string_view requested);

// Whether the objects differ at most in owner references, finalizers and managed fields, as when the garbage
// collector writes.
bool differs_for_collector_only(const bj::object& now, const bj::object& before);

// Checks writes of the four kinds.
class escalation_check {
public:
    // Both must outlive it.
    escalation_check(const authorizer& asked, const rbac_policy& policy) : asked_(asked), policy_(policy) {}

    // `request`: of the write itself. `before`: null for a create. Errors: 403 with the missing rights; for a
    // binding 404 if its role does not exist. Kinds other than the four pass.
    api_result<> check(std::string_view kind, const attributes& request, const bj::object& now,
                       const bj::object* before) const;

private:
    bool may(std::string_view verb, const attributes& request, std::string_view group,
             std::string_view resource, std::string_view name) const;
    bool may_bind(const role_reference& role, const attributes& request) const;
    api_result<> check_role(bool is_cluster_role, const attributes& request, const bj::object& now,
                            const bj::object* before) const;
    api_result<> check_binding(const attributes& request, const bj::object& now,
                               const bj::object* before) const;

    const authorizer& asked_;
    const rbac_policy& policy_;
};

}}}  // namespace setpoint::v0::apiserver::authorization
