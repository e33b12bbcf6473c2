#include "apiserver/controllers/token/plan.hpp"

#include "framework/core/base64.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

std::string_view annotation_of(const partial_token_secret& s, std::string_view key) {
    const auto at = s.metadata.annotations.find(key);
    return at == s.metadata.annotations.end() ? std::string_view() : at->second.view();
}

}  // namespace

std::string_view account_of(const partial_token_secret& s) {
    return annotation_of(s, account_name_key);
}

token_plan plan_tokens(const partial_service_account* account, const std::vector<token_secret_ptr>& secrets,
                       std::string_view ca) {
    token_plan plan;
    for (const token_secret_ptr& s : secrets) {
        const std::string_view uid = annotation_of(*s, account_uid_key);
        if (!account || (!uid.empty() && uid != account->metadata.uid.view()))
            plan.remove.push_back(s);
        else if (s->data.token.empty() || s->data.ns.empty() || (!ca.empty() && s->data.ca != ca))
            plan.complete.push_back(s);
    }
    return plan;
}

bj::object completion_of(const partial_token_secret& s, const partial_service_account& account,
                         std::string_view ca, std::string_view token) {
    bj::object data;
    if (!ca.empty() && s.data.ca != ca) data["ca.crt"] = ca;
    if (s.data.ns.empty()) data["namespace"] = base64_encode(s.metadata.ns.view());
    if (s.data.token.empty()) data["token"] = token;
    bj::object annotations{{account_name_key, account.metadata.name.view()},
                           {account_uid_key, account.metadata.uid.view()}};
    bj::object meta;
    meta["annotations"] = std::move(annotations);
    return {{"metadata", std::move(meta)}, {"data", std::move(data)}};
}

}}}  // namespace setpoint::v0::apiserver
