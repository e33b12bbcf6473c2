#include "apiserver/authorization/impersonated_names.hpp"

#include "apiserver/kinds/shared/names.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

std::optional<std::string_view> node_in_user(std::string_view user) {
    constexpr std::string_view prefix = "system:node:";
    if (!user.starts_with(prefix)) return std::nullopt;
    user.remove_prefix(prefix.size());
    if (!dns1123_subdomain(user).empty()) return std::nullopt;
    return user;
}

std::optional<account_name> account_in_user(std::string_view user) {
    constexpr std::string_view prefix = "system:serviceaccount:";
    if (!user.starts_with(prefix)) return std::nullopt;
    user.remove_prefix(prefix.size());
    const std::size_t colon = user.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const account_name out{user.substr(0, colon), user.substr(colon + 1)};
    if (!dns1123_label(out.namespace_name).empty() || !dns1123_subdomain(out.name).empty())
        return std::nullopt;
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
