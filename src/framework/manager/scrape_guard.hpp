#pragma once
// Who may read /metrics: the API server is asked whose token it is (TokenReview) and whether that user may
// (SubjectAccessReview: get on the path).

#include "framework/manager/scrape_verdicts.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/server.hpp"

#include <map>
#include <memory>
#include <optional>

namespace setpoint {

class scrape_guard {
public:
    // For each of the two questions, as controller-runtime grants it.
    static constexpr duration review_limit = std::chrono::seconds(10);

    // `api` makes the reviews, without regard to leadership. All references outlive the guard.
    scrape_guard(loop& l, client& api, logger log) : loop_(l), api_(api), log_(std::move(log)) {}
    scrape_guard(const scrape_guard&) = delete;
    scrape_guard& operator=(const scrape_guard&) = delete;

    // What to answer instead of the metrics; nothing: they may be read. Requests that come with one token at
    // one time are one question. `r` lives until the answer.
    awaitable<std::optional<http::response>> refusal(const http::server_request& r);

private:
    struct review {
        explicit review(loop& l) : done(l) {}
        latch done;
        std::optional<result<scrape_verdict>> said;  // none: whoever asked was cancelled
    };
    struct asking;

    awaitable<result<scrape_verdict>> judge(std::string token, std::string path);
    awaitable<result<scrape_verdict>> ask(std::string token, std::string path);
    template <class T>
    awaitable<result<snapshot<T>>> answer_to(T question, std::string what);

    loop& loop_;
    client& api_;
    logger log_;
    scrape_verdicts verdicts_;
    std::map<token_digest, std::shared_ptr<review>> under_way_;
};

}  // namespace setpoint
