#include "framework/manager/metrics_auth.hpp"

#include "setpoint/api/authentication_v1/token_review.hpp"
#include "setpoint/api/authorization_v1/subject_access_review.hpp"
#include "setpoint/core/race.hpp"

namespace setpoint { inline namespace v0 {

// Marks a review as in progress. If it ends without a result, the requests that wait for it start a new one.
struct metrics_auth::asking {
    asking(metrics_auth& g, const token_digest& t)
        : guard(g), token(t), mine(std::make_shared<review>(g.loop_)) {
        guard.under_way_.emplace(token, mine);
    }
    asking(const asking&) = delete;
    asking& operator=(const asking&) = delete;
    ~asking() {
        guard.under_way_.erase(token);
        mine->done.set();
    }
    metrics_auth& guard;
    token_digest token;
    std::shared_ptr<review> mine;
};

awaitable<std::optional<http::response>> metrics_auth::refusal(const http::server_request& r) {
    const std::string_view token = bearer_token(r.find("Authorization"));
    result<auth_decision> verdict = auth_decision::unauthenticated;
    if (!token.empty()) verdict = co_await judge(std::string(token), std::string(r.path()));
    if (!verdict && verdict.error().code == errc::too_many_requests && verdict.error().http_status == 0)
        co_return http::text_response(503, verdict.error().message);
    if (!verdict) {
        log_.error("A request for metrics could not be authorised", {{"error", verdict.error().to_string()}});
        co_return http::text_response(500, "authorization failed");
    }
    if (*verdict == auth_decision::allowed) co_return std::nullopt;
    if (*verdict == auth_decision::forbidden) co_return http::text_response(403, "forbidden");
    http::response no = http::text_response(401, "unauthorized");
    no.headers.push_back({"WWW-Authenticate", "Bearer"});
    co_return no;
}

awaitable<result<auth_decision>> metrics_auth::judge(std::string token, std::string path) {
    const token_digest digest = digest_of(token);
    for (;;) {
        if (const auto known = decisions_.find(digest, loop_.now())) co_return *known;
        const auto at = under_way_.find(digest);
        if (at == under_way_.end()) break;
        const std::shared_ptr<review> other = at->second;
        co_await other->done.wait();
        if (other->said) co_return *other->said;
    }
    if (under_way_.size() >= max_reviews && !decisions_.was_allowed(digest))
        co_return error(errc::too_many_requests, "too many tokens are being reviewed");
    const asking now(*this, digest);
    const result<auth_decision> said = co_await ask(std::move(token), std::move(path));
    now.mine->said = said;
    if (said) decisions_.keep(digest, *said, loop_.now());
    co_return said;
}

template <class T>
awaitable<result<snapshot<T>>> metrics_auth::answer_to(T question, std::string what) {
    auto answer = co_await with_timeout(loop_, review_limit, what, api_.create(question));
    // Reviews are not stored, so one whose response was lost can be repeated.
    if (!answer && answer.error().code == errc::unknown_outcome)
        answer = co_await with_timeout(loop_, review_limit, what, api_.create(question));
    if (answer && !(*answer)->status) co_return error(errc::bad_data, what + ": the response has no status");
    co_return answer;
}

awaitable<result<auth_decision>> metrics_auth::ask(std::string token, std::string path) {
    authentication_v1::token_review whose;
    whose.spec.token = std::move(token);
    const auto known = co_await answer_to(std::move(whose), "review of a token");
    if (!known) co_return known.error();
    const authentication_v1::token_review_status& user = *(*known)->status;
    if (!user.authenticated.value_or(false)) {
        log_.debug("The token of a request for metrics belongs to no user", {{"why", user.error.view()}});
        co_return auth_decision::unauthenticated;
    }
    authorization_v1::subject_access_review may;
    may.spec.user = user.user.username;
    may.spec.uid = user.user.uid;
    may.spec.groups = user.user.groups;
    may.spec.extra = user.user.extra;
    auto& wanted = may.spec.non_resource_attributes.emplace();
    wanted.path = path;
    wanted.verb = "get";
    const auto access = co_await answer_to(std::move(may), "review of access to metrics");
    if (!access) co_return access.error();
    if ((*access)->status->allowed.value_or(false)) co_return auth_decision::allowed;
    log_.debug("The user of a request for metrics may not read them",
               {{"user", user.user.username.view()}, {"reason", (*access)->status->reason.view()}});
    co_return auth_decision::forbidden;
}

}}  // namespace setpoint::v0
