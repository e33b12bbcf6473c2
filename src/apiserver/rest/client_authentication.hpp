#pragma once
// Who sends a request, by all the means that the options name (apiserver,
// pkg/endpoints/filters/authentication.go; kubernetes, pkg/kubeapiserver/options/authentication.go).

#include "apiserver/authentication/jwt_configuration.hpp"
#include "apiserver/authentication/request_authenticator.hpp"
#include "apiserver/resources/account_authority.hpp"
#include "apiserver/rest/https_client.hpp"
#include "apiserver/rest/key_set_loader.hpp"
#include "apiserver/rest/kubeconfig_webhook.hpp"
#include "apiserver/rest/token_webhook.hpp"
#include "apiserver/schema/api_error.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/access_options.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/http/server.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// How programs that say who clients are, are reached; empty: over the network.
struct identity_network {
    std::function<web_getter(const std::string& ca_pem)> getter{};  // OpenID providers
    kubeconfig_webhook::connector connect{};                        // the webhook
};

class client_authentication {
public:
    // Sets server_state::accounts. `w` must outlive it. Throws fault: bad_config for options that are
    // invalid.
    client_authentication(server_state& w, const access_options& o, identity_network over = {});
    client_authentication(const client_authentication&) = delete;
    client_authentication& operator=(const client_authentication&) = delete;
    ~client_authentication();

    // Error: 401 if the credentials are refused, or if there are none and anonymous requests are not allowed.
    // Appends what the client is told about its credentials to `warnings`, also with an error.
    // Precondition: !waits().
    api_result<user_ptr> authenticate(const http::server_request& r,
                                      std::vector<std::string>& warnings) const;
    // Whether a webhook may have to be asked.
    bool waits() const { return webhook_ != nullptr; }
    awaitable<api_result<user_ptr>> authenticate_waiting(const http::server_request& r,
                                                         std::vector<std::string>& warnings) const;
    // The status of a TokenReview for a token that is not empty, which must outlive the call. Error: 500 for
    // a token of a user for other audiences.
    awaitable<api_result<bj::object>> review(std::string_view token, const bj::array& audiences) const;

    // /.well-known/openid-configuration and /openid/v1/jwks; nothing for another path.
    std::optional<http::response> open_id_document(const http::server_request& r) const;

    // Whether run() has something to do: the keys of OpenID providers. Runs until it is cancelled.
    bool has_tasks() const { return !loaders_.empty(); }
    awaitable<void> run();

private:
    void add_providers(const authentication::authentication_configuration& c, const access_options& o,
                       authentication::authentication_parts& to, identity_network& over);
    void add_webhook(const access_webhook_options& o, authentication::authentication_parts& to,
                     identity_network& over);
    api_result<user_ptr> conclude(authentication::verdict found, std::vector<std::string>& warnings) const;
    awaitable<authentication::token_answer> answer(
        std::shared_ptr<const authentication::token_question> q) const;

    server_state& state_;
    std::shared_ptr<const account_authority> accounts_;
    std::optional<authentication::request_authenticator> authenticator_;
    std::vector<std::unique_ptr<https_getter>> getters_;
    std::vector<std::unique_ptr<key_set_loader>> loaders_;
    std::unique_ptr<kubeconfig_webhook> hook_;
    std::unique_ptr<token_webhook> webhook_;
};

}}}  // namespace setpoint::v0::apiserver
