#include "apiserver/authentication/user_info.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bj::array texts(const std::vector<std::string>& of) {
    bj::array out;
    for (const std::string& each : of) out.emplace_back(each);
    return out;
}

}  // namespace

const user_ptr& administrator() {
    static const user_ptr made = std::make_shared<const user_info>(
        user_info{.name = "kubernetes-admin",
                  .groups = {std::string(privileged_group), std::string(authenticated_group)}});
    return made;
}

bj::object document_of(const user_info& user) {
    bj::object out;
    if (!user.name.empty()) out["username"] = user.name;
    if (!user.uid.empty()) out["uid"] = user.uid;
    if (!user.groups.empty()) out["groups"] = texts(user.groups);
    if (user.extra.empty()) return out;
    bj::object extra;
    for (const auto& [key, values] : user.extra) extra[key] = texts(values);
    out["extra"] = std::move(extra);
    return out;
}

bool user_info::in_group(std::string_view group) const {
    return std::ranges::find(groups, group) != groups.end();
}

std::string service_account_user(std::string_view namespace_name, std::string_view name) {
    return fmt::format("system:serviceaccount:{}:{}", namespace_name, name);
}

user_info service_account(std::string_view namespace_name, std::string_view name) {
    return {.name = service_account_user(namespace_name, name),
            .groups = {std::string(service_accounts_group),
                       fmt::format("{}:{}", service_accounts_group, namespace_name)}};
}

node_identity node_of(const user_info& user) {
    constexpr std::string_view prefix = "system:node:";
    const std::string_view name = user.name;
    if (!name.starts_with(prefix) || !user.in_group(nodes_group)) return {};
    return {true, name.substr(prefix.size())};
}

}}}  // namespace setpoint::v0::apiserver
