#include "apiserver/rest/token_webhook.hpp"

#include "setpoint/core/race.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

using authentication::token_question;
using authentication::verdict;

std::shared_ptr<token_webhook::flight> token_webhook::flight_about(const token_question& q) const {
    for (const auto& each : flights_)
        if (each->about->token == q.token && each->about->audiences == q.audiences) return each;
    return nullptr;
}

awaitable<result<verdict>> token_webhook::ask_hook(std::shared_ptr<const token_question> q) {
    const auto answer = co_await hook_.post(tokens_.review_of(*q));
    if (!answer) co_return answer.error();
    co_return tokens_.read_review(*answer, *q);
}

awaitable<verdict> token_webhook::ask(std::shared_ptr<const token_question> q) {
    for (std::shared_ptr<flight> other = flight_about(*q); other; other = flight_about(*q)) {
        co_await other->ended.wait();
        if (other->found) co_return *other->found;
    }
    if (flights_.size() >= most_flights) co_return verdict::refused("too many tokens are being reviewed");
    const auto own = std::make_shared<flight>(loop_, q);
    flights_.push_back(own);
    struct landing {
        std::list<std::shared_ptr<flight>>& all;
        std::shared_ptr<flight> own;
        ~landing() {
            all.remove(own);
            own->ended.set();
        }
    } const end{flights_, own};
    auto found = co_await with_timeout(loop_, limit, "ask the webhook about a token", ask_hook(q));
    if (!found) {
        own->found = verdict::refused("webhook call failed: " + found.error().message);
        co_return *own->found;
    }
    tokens_.keep(*q, *found, loop_.wall_now());
    own->found = std::move(*found);
    co_return *own->found;
}

}}}  // namespace setpoint::v0::apiserver
