// Reads the headers of impersonation.

#include "apiserver/authentication/authenticator.hpp"
#include "apiserver/authentication/extra_headers.hpp"
#include "apiserver/authorization/impersonation.hpp"
#include "apiserver/go/text.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

std::string go_strings(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& t : texts) out += (out.empty() ? "" : ", ") + go_text::quoted(t);
    return "[]string{" + out + "}";
}

// %#v of a *user.DefaultInfo.
std::string go_syntax(const user_info& user) {
    std::string extra;
    for (const auto& [key, values] : user.extra)
        extra += (extra.empty() ? "" : ", ") + go_text::quoted(key) + ":" + go_strings(values);
    return fmt::format(
        "&user.DefaultInfo{{Name:{}, UID:{}, Groups:{}, Extra:{}}}", go_text::quoted(user.name),
        go_text::quoted(user.uid), user.groups.empty() ? "[]string(nil)" : go_strings(user.groups),
        user.extra.empty() ? "map[string][]string(nil)" : "map[string][]string{" + extra + "}");
}

}  // namespace

api_result<std::optional<user_info>> impersonated_user(const std::vector<http::header>& headers) {
    user_info wanted{.name = std::string(http::find_header(headers, "Impersonate-User")),
                     .uid = std::string(http::find_header(headers, "Impersonate-Uid"))};
    for (const std::string_view group : authentication::header_values(headers, "Impersonate-Group"))
        wanted.groups.emplace_back(group);
    authentication::add_extra(headers, "Impersonate-Extra-", wanted.extra);
    if (!wanted.name.empty()) return std::optional<user_info>(std::move(wanted));
    if (wanted.uid.empty() && wanted.groups.empty() && wanted.extra.empty())
        return std::optional<user_info>();
    return bad_request(fmt::format("requested {} without impersonating a user name", go_syntax(wanted)));
}

}}}  // namespace setpoint::v0::apiserver::authorization
