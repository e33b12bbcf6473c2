#pragma once
// The Roles, ClusterRoles and bindings of a server, indexed by subject: finding the bindings of a user costs
// the number of those bindings, whatever the number of others (pkg/registry/rbac/validation rule.go).

#include "apiserver/authorization/policy_rule.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

struct role_reference {
    std::string group{}, kind{}, name{};
    friend bool operator==(const role_reference&, const role_reference&) = default;
};

struct binding_subject {
    std::string kind{}, group{}, name{}, namespace_name{};
    friend bool operator==(const binding_subject&, const binding_subject&) = default;
};

struct role_binding {
    std::string namespace_name{};  // empty: a ClusterRoleBinding
    std::string name{};
    role_reference role{};
    std::vector<binding_subject> subjects{};
};

role_reference read_role_reference(const bj::object& binding);
// Of a RoleBinding, or of a ClusterRoleBinding if it has no namespace.
role_binding read_binding(const bj::object& binding);

// Whether the subject is the user, a group of the user, or the user's service account. A service account
// without a namespace is in that of the binding.
bool is_subject(const binding_subject& subject, const user_info& user, std::string_view binding_namespace);

// ClusterRoleBinding "a" of ClusterRole "b" to User "c": names the first subject that the user is.
// Precondition: there is one.
std::string binding_text(const role_binding& binding, const user_info& user);

class rbac_policy {
public:
    rbac_policy() = default;
    rbac_policy(const rbac_policy&) = delete;  // the index points into it
    rbac_policy& operator=(const rbac_policy&) = delete;

    // Adds or replaces. `object` has a name, and a namespace unless it is of the cluster.
    void set_role(const bj::object& role);
    void set_binding(const bj::object& binding);
    void remove_role(std::string_view namespace_name, std::string_view name);
    void remove_binding(std::string_view namespace_name, std::string_view name);
    // For a change of the store: `kind` is one of the four, otherwise nothing happens; null: does not exist.
    void change(std::string_view kind, const bj::object* before, const bj::object* now);

    // The bindings whose subjects include the user: those of the cluster, then those of the namespace unless
    // it is empty; each sorted by name. (The order of kube-apiserver is that of a map.) Valid until the next
    // change.
    std::vector<const role_binding*> bindings_of(const user_info& user,
                                                 std::string_view namespace_name) const;

    // The rules of a role that a binding in that namespace refers to. Null: it does not exist, or the kind is
    // unknown; missing_text() has the error. Valid until the next change.
    const std::vector<policy_rule>* rules_of(const role_reference& role,
                                             std::string_view binding_namespace) const;

private:
    struct by_name {
        bool operator()(const role_binding* a, const role_binding* b) const { return a->name < b->name; }
    };
    using names = std::map<std::string, role_binding, std::less<>>;
    struct scope {
        names bindings{};
        // By "u" and the name of a user, or "g" and that of a group. No posting is empty.
        std::map<std::string, std::set<const role_binding*, by_name>, std::less<>> postings{};
    };
    using roles = std::map<std::string, std::vector<policy_rule>, std::less<>>;

    static std::string posting_of(const binding_subject& subject, std::string_view binding_namespace);
    static void drop(scope& from, names::iterator at);
    static void collect(const scope& in, const user_info& user, std::vector<const role_binding*>& to);

    // By namespace; the cluster's are in "".
    std::map<std::string, roles, std::less<>> roles_{};
    std::map<std::string, scope, std::less<>> bindings_{};
};

// `clusterrole.rbac.authorization.k8s.io "x" not found`, or `unsupported role reference kind: "x"`.
// `requested`: what the error names instead of the kind of the role. In kube-apiserver's check for
// escalation, which reads its storage, that is the resource of the request ("rolebindings").
std::string missing_text(const role_reference& role, std::string_view requested = {});

// All rules of the user's bindings, and an error for each role that is missing.
struct user_rules {
    std::vector<policy_rule> rules{};
    std::vector<std::string> errors{};
};
user_rules rules_for(const rbac_policy& policy, const user_info& user, std::string_view namespace_name,
                     std::string_view requested = {});

}}}  // namespace setpoint::v0::apiserver::authorization
