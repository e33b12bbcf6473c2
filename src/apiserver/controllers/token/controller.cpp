#include "apiserver/controllers/token/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/resources/account_authority.hpp"
#include "apiserver/resources/service_account_token.hpp"
#include "framework/core/base64.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

token_controller::token_controller(cached_client& api, client& live, std::string_view ca_pem,
                                   std::shared_ptr<const account_authority> accounts)
    : api_(api), live_(live), ca_(base64_encode(ca_pem)), accounts_(std::move(accounts)) {}

awaitable<outcome> token_controller::reconcile(context&, object_key key) {
    auto secrets = co_await api_.list_indexed<partial_token_secret>(token_account_index, key.name, key.ns);
    if (!secrets) co_return secrets.error();
    if (secrets->empty()) co_return outcome::done();
    // The Secret may be seen before its account.
    auto account = co_await live_.get<partial_service_account>(key);
    if (!account && account.error().code != errc::not_found) co_return account.error();
    const token_plan plan = plan_tokens(account ? account->get() : nullptr, *secrets, ca_);
    for (const token_secret_ptr& s : plan.remove) {
        delete_options options;
        options.uid = s->metadata.uid.str();
        auto removed = co_await api_.remove<partial_token_secret>(key_of(*s), std::move(options));
        if (!removed && removed.error().code != errc::not_found && removed.error().code != errc::conflict)
            co_return removed.error();
    }
    for (const token_secret_ptr& s : plan.complete) {
        auto done = co_await complete(s, **account);
        if (!done && !is_ignorable(done.error())) co_return done.error();
    }
    co_return outcome::done();
}

awaitable<result<std::string>> token_controller::make_token(const partial_token_secret& s,
                                                            const partial_service_account& account) {
    legacy_claims claims;
    claims.account = key_of(account);
    claims.uid = account.metadata.uid.str();
    claims.secret = s.metadata.name.str();
    if (accounts_) co_return accounts_->issue(claims);
    auto system = co_await live_.get<partial_namespace>(object_key::cluster("kube-system"));
    if (!system) co_return system.error();
    co_return issue_legacy_token(claims, (*system)->metadata.uid.str());
}

awaitable<result<>> token_controller::complete(token_secret_ptr s, const partial_service_account& account) {
    std::string token;
    if (s->data.token.empty()) {
        auto made = co_await make_token(*s, account);
        if (!made) co_return made.error();
        token = base64_encode(*made);
    }
    auto written = co_await api_.merge_patch<partial_token_secret>(
        key_of(*s), completion_of(*s, account, ca_, token), as_controller_manager_at(s->metadata));
    if (!written) co_return written.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
