#include "apiserver/authentication/account_tokens.hpp"

#include "apiserver/resources/service_account_token.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

user_info user_of_account(const token_identity& who) {
    user_info user = service_account(who.account.ns, who.account.name);
    user.uid = who.uid;
    const auto add = [&](std::string_view key, std::string value) {
        user.extra[fmt::format("authentication.kubernetes.io/{}", key)] = {std::move(value)};
    };
    if (!who.pod_name.empty() && !who.pod_uid.empty()) {
        add("pod-name", who.pod_name);
        add("pod-uid", who.pod_uid);
    }
    if (!who.id.empty()) add("credential-id", "JTI=" + who.id);
    if (!who.node_name.empty()) add("node-name", who.node_name);
    if (!who.node_name.empty() && !who.node_uid.empty()) add("node-uid", who.node_uid);
    return user;
}

verdict account_tokens::authenticate(const token_query& q) const {
    kind_context c;
    c.now = q.now;
    c.read = read_;
    token_check check =
        check_token(q.token, q.audiences ? *q.audiences : signatures_->implied_audiences(), *signatures_, c);
    verdict out;
    if (!check.warning.empty()) out.warnings.push_back(std::move(check.warning));
    if (!check.is_ours) return out;
    if (!check.error.empty()) {
        out.errors.push_back(std::move(check.error));
        return out;
    }
    out.user = std::make_shared<const user_info>(user_of_account(check.who));
    out.audiences = std::move(check.who.audiences);
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authentication
