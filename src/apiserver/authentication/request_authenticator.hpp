#pragma once
// All authenticators of a server in kube-apiserver's order (kubernetes, pkg/kubeapiserver/authenticator).

#include "apiserver/authentication/anonymous.hpp"
#include "apiserver/authentication/authenticator.hpp"
#include "apiserver/authentication/bearer.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::authentication {

namespace bj = boost::json;

struct authentication_parts {
    std::vector<std::string> api_audiences{};
    std::unique_ptr<authenticator> front_proxy{};          // may be null
    std::unique_ptr<authenticator> client_certificates{};  // may be null
    // Static tokens, those of accounts, bootstrap tokens, those of OpenID providers, then a webhook.
    std::vector<std::unique_ptr<token_authenticator>> tokens{};
    anonymous_settings anonymous{};
};

// Cannot be copied or moved: its members refer to each other.
class request_authenticator {
public:
    explicit request_authenticator(authentication_parts parts);
    request_authenticator(const request_authenticator&) = delete;
    request_authenticator& operator=(const request_authenticator&) = delete;
    ~request_authenticator();

    // Without a user the answer to the client is unauthorized("Unauthorized"), whatever the errors are.
    // `path`: decoded, without the query. `answers`: as in `credentials`.
    verdict authenticate(const std::vector<http::header>& headers, std::string_view path,
                         const http::peer_certificates* peer, wall_time now,
                         const token_answers* answers = nullptr) const;
    struct reviewed {
        // The status of a TokenReview. Nothing if an authenticator found a user for other audiences, which
        // kube-apiserver answers with 500, and with a question.
        std::optional<bj::object> status{};
        std::shared_ptr<const token_question> question{};
    };
    // The token must not be empty. `audiences`: those of the TokenReview's spec.
    reviewed review(std::string_view token, const bj::array& audiences, wall_time now,
                    const token_answers* answers = nullptr) const;

private:
    authentication_parts parts_;
    token_union no_tokens_;
    bearer_authenticator loopback_;
    token_union tokens_;
    bearer_authenticator bearer_;
    websocket_authenticator websocket_;
    authenticator_union credentials_;
    authenticated_group_adder adder_;
    anonymous_authenticator anonymous_;
    authenticator_union or_anonymous_;
    authenticator_union all_;
};

}}}  // namespace setpoint::v0::apiserver::authentication
