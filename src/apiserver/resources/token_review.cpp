// The answer to a TokenReview.

#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/service_account_token.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The real server asks several authenticators, one of which always answers so.
bj::object refused(const std::string& why) {
    return {{"error", why.empty() ? std::string("invalid bearer token")
                                  : fmt::format("[invalid bearer token, {}]", why)},
            {"user", bj::object()}};
}

// serviceaccount.ServiceAccountInfo.UserInfo.
bj::object user_of(const token_identity& who) {
    constexpr std::string_view prefix = "authentication.kubernetes.io/";
    bj::object extra;
    const auto add = [&](std::string_view key, const std::string& value) {
        extra[fmt::format("{}{}", prefix, key)] = bj::array{value};
    };
    if (!who.id.empty()) add("credential-id", "JTI=" + who.id);
    if (!who.node_name.empty()) add("node-name", who.node_name);
    if (!who.node_name.empty() && !who.node_uid.empty()) add("node-uid", who.node_uid);
    if (!who.pod_name.empty() && !who.pod_uid.empty()) {
        add("pod-name", who.pod_name);
        add("pod-uid", who.pod_uid);
    }
    bj::object out{{"username", fmt::format("system:serviceaccount:{}:{}", who.account.ns, who.account.name)},
                   {"uid", who.uid}};
    out["groups"] = bj::array{"system:serviceaccounts", "system:serviceaccounts:" + who.account.ns,
                              "system:authenticated"};
    if (!extra.empty()) out["extra"] = std::move(extra);
    return out;
}

}  // namespace

bj::object review_token(std::string_view token, const bj::array& audiences, const kind_context& c) {
    std::vector<std::string> wanted;
    for (const bj::value& v : audiences) wanted.emplace_back(text_of(v));
    if (wanted.empty()) wanted.emplace_back(api_audience);
    const token_check check = check_token(token, wanted, token_key(c), c);
    if (!check.is_ours || !check.error.empty()) return refused(check.error);
    bj::array common;
    for (const std::string& a : check.who.audiences) common.emplace_back(a);
    return {{"authenticated", true}, {"user", user_of(check.who)}, {"audiences", std::move(common)}};
}

}}}  // namespace setpoint::v0::apiserver
