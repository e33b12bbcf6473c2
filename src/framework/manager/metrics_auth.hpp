#pragma once
// Authorises requests for /metrics: the API server authenticates the token (TokenReview) and authorises its
// user (SubjectAccessReview: get on the path).

#include "framework/manager/auth_cache.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/server.hpp"

#include <map>
#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 {

class metrics_auth {
public:
    // Time limit of each review, as in controller-runtime.
    static constexpr duration review_limit = std::chrono::seconds(10);
    // Reviews at a time of tokens that were not allowed before. Clients with invalid tokens must not use up
    // the connections to the API server.
    static constexpr std::size_t max_reviews = 8;

    // `api` creates the reviews and must not be fenced by leadership. All references must outlive the guard.
    metrics_auth(loop& l, client& api, logger log) : loop_(l), api_(api), log_(std::move(log)) {}
    metrics_auth(const metrics_auth&) = delete;
    metrics_auth& operator=(const metrics_auth&) = delete;

    // Returns the response to send instead of the metrics, or nothing if they may be read. Concurrent
    // requests with the same token share one review; 503 if too many reviews are in progress. `r` must
    // outlive the call.
    awaitable<std::optional<http::response>> refusal(const http::server_request& r);

private:
    struct review {
        explicit review(loop& l) : done(l) {}
        latch done;
        std::optional<result<auth_decision>> said;  // none: the request that made the review was cancelled
    };
    struct asking;

    awaitable<result<auth_decision>> judge(std::string token, std::string path);
    awaitable<result<auth_decision>> ask(std::string token, std::string path);
    template <class T>
    awaitable<result<snapshot<T>>> answer_to(T question, std::string what);

    loop& loop_;
    client& api_;
    logger log_;
    auth_cache decisions_;
    std::map<token_digest, std::shared_ptr<review>> under_way_;
};

}}  // namespace setpoint::v0
