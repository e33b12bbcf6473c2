#pragma once
// Completes and deletes the token Secrets of service accounts.

#include "apiserver/controllers/token/plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

class account_authority;

// Index of partial_token_secret by the name of the account.
inline constexpr const char* token_account_index = "account";

// References must outlive it.
class token_controller {
public:
    // `live`: bypasses the cache. `ca_pem`: "" if the server has no CA.
    // `accounts`: signs the tokens; null: public_token_key() does.
    token_controller(cached_client& api, client& live, std::string_view ca_pem,
                     std::shared_ptr<const account_authority> accounts);
    // `key`: of a service account, which need not exist.
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<>> complete(token_secret_ptr s, const partial_service_account& account);
    // Legacy tokens never expire.
    awaitable<result<std::string>> make_token(const partial_token_secret& s,
                                              const partial_service_account& account);

    cached_client& api_;
    client& live_;
    std::string ca_;  // base64
    std::shared_ptr<const account_authority> accounts_;
};

}}}  // namespace setpoint::v0::apiserver
