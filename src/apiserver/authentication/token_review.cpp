#include "apiserver/authentication/token_review.hpp"

#include "apiserver/authentication/account_tokens.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/service_account_token.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace {

// The real server asks several authenticators, one of which always answers so.
bj::object refused(const std::string& why) {
    return {{"error", why.empty() ? std::string("invalid bearer token")
                                  : fmt::format("[invalid bearer token, {}]", why)},
            {"user", bj::object()}};
}

}  // namespace

bj::object review_token(std::string_view token, const bj::array& audiences, const kind_context& c) {
    std::vector<std::string> wanted;
    for (const bj::value& v : audiences) wanted.emplace_back(text_of(v));
    if (wanted.empty()) wanted.emplace_back(api_audience);
    const token_check check = check_token(token, wanted, hmac_signatures(public_token_key(c)), c);
    if (!check.is_ours || !check.error.empty()) return refused(check.error);
    user_info user = user_of_account(check.who);
    user.groups.emplace_back(authenticated_group);
    bj::array common;
    for (const std::string& a : check.who.audiences) common.emplace_back(a);
    return {{"authenticated", true}, {"user", document_of(user)}, {"audiences", std::move(common)}};
}

}}}  // namespace setpoint::v0::apiserver::authentication
