#pragma once
// Who sends a request, as authentication establishes it (apiserver, pkg/authentication/user).

#include <boost/json/object.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Members may do everything: the chain of authorizers allows them before it asks the others, and they may
// grant rights that they do not hold.
inline constexpr std::string_view privileged_group = "system:masters";
inline constexpr std::string_view nodes_group = "system:nodes";
inline constexpr std::string_view authenticated_group = "system:authenticated";
inline constexpr std::string_view unauthenticated_group = "system:unauthenticated";
inline constexpr std::string_view anonymous_user = "system:anonymous";
inline constexpr std::string_view service_accounts_group = "system:serviceaccounts";

struct user_info {
    std::string name;
    std::string uid{};
    std::vector<std::string> groups{};
    std::map<std::string, std::vector<std::string>> extra{};

    bool in_group(std::string_view group) const;
};
// Never null where a request has passed authentication.
using user_ptr = std::shared_ptr<const user_info>;

// kubernetes-admin, a member of system:masters: every client of a server without access control.
const user_ptr& administrator();

// A UserInfo (authentication.k8s.io/v1): username, uid, groups and extra, without those that are empty.
bj::object document_of(const user_info& user);

// "system:serviceaccount:NAMESPACE:NAME"
std::string service_account_user(std::string_view namespace_name, std::string_view name);
// The identity without a UID, with the groups of all service accounts and of those in its namespace
// (serviceaccount.ServiceAccountInfo).
user_info service_account(std::string_view namespace_name, std::string_view name);

// The node of "system:node:NAME" in the group of nodes (pkg/auth/nodeidentifier). `name` may be empty: a
// node that cannot be identified.
struct node_identity {
    bool is_node = false;
    std::string_view name{};  // points into the user's name
};
node_identity node_of(const user_info& user);

}}}  // namespace setpoint::v0::apiserver
