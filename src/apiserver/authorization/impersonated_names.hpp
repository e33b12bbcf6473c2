#pragma once
// Names of users that stand for nodes and service accounts.

#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// NAME of "system:node:NAME", if it can be a node's name. Points into `user`.
std::optional<std::string_view> node_in_user(std::string_view user);

struct account_name {
    std::string_view namespace_name, name;  // point into the user's name
};
// Of "system:serviceaccount:NAMESPACE:NAME", if both can be such names (serviceaccount.SplitUsername).
std::optional<account_name> account_in_user(std::string_view user);

}}}  // namespace setpoint::v0::apiserver::authorization
