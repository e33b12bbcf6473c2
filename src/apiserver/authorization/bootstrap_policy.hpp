#pragma once
// Keeps the roles and bindings that a server starts with complete (component-helpers,
// auth/rbac/reconciliation; pkg/registry/rbac/rest storage_rbac.go). The objects themselves are recorded from
// kube-apiserver: src/apiserver/server/tables/initial_objects.json.

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace bj = boost::json;

struct reconciled_object {
    enum class operation : std::uint8_t { none, create, update, recreate };
    operation needed = operation::none;
    // The object to write. It is not written if the existing one opts out with the annotation
    // rbac.authorization.kubernetes.io/autoupdate: "false".
    bj::object object{};
    bool is_protected = false;

    bool must_be_written() const { return needed != operation::none && !is_protected; }
};

// Adds rules, selectors of the aggregation, labels and annotations that `existing` lacks; what it has more
// remains, except an aggregation that is not expected. Null: it does not exist.
reconciled_object reconciled_role(const bj::object& expected, const bj::object* existing);
// The same for subjects. A binding to another role is made again, since roleRef cannot be changed.
reconciled_object reconciled_binding(const bj::object& expected, const bj::object* existing);

// Finds a ClusterRole or ClusterRoleBinding by name; null if there is none.
using policy_lookup = std::function<const bj::object*(std::string_view name)>;

// Objects to create before the roles are reconciled, for a store that an old server wrote: the rules of
// admin, edit and view before these were aggregated, under the name of the role that admin, edit or view
// gathers.
std::vector<bj::object> roles_of_old_servers(const policy_lookup& cluster_roles);
// The subjects, labels and annotations of system:discovery, for the new system:public-info-viewer of
// `expected`.
std::optional<bj::object> binding_of_old_servers(const bj::object& expected, const policy_lookup& bindings);

}}}  // namespace setpoint::v0::apiserver::authorization
