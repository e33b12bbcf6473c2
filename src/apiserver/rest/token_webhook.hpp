#pragma once
// Asks a webhook about tokens (--authentication-token-webhook-config-file).

#include "apiserver/authentication/webhook_tokens.hpp"
#include "apiserver/rest/https_client.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/sync.hpp"

#include <chrono>
#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

class token_webhook {
public:
    static constexpr duration limit = std::chrono::seconds(30);  // of all attempts together
    static constexpr int attempts = 5;
    static constexpr std::size_t most_flights = 1'000;  // questions at a time
    static constexpr duration first_pause = std::chrono::milliseconds(500);
    static constexpr double pause_growth = 1.5;

    // Everything must outlive it.
    token_webhook(loop& l, authentication::webhook_tokens& tokens, web_poster post)
        : loop_(l), tokens_(tokens), post_(std::move(post)) {}

    // Equal questions at the same time are asked once. An error is part of the verdict.
    awaitable<authentication::verdict> ask(std::shared_ptr<const authentication::token_question> q);

private:
    struct flight {
        flight(loop& l, std::shared_ptr<const authentication::token_question> what)
            : about(std::move(what)), ended(l) {}
        std::shared_ptr<const authentication::token_question> about;
        latch ended;
        std::optional<authentication::verdict> found{};  // nothing if it was cancelled
    };
    std::shared_ptr<flight> flight_about(const authentication::token_question& q) const;
    awaitable<result<authentication::verdict>> ask_until_answered(
        std::shared_ptr<const authentication::token_question> q);

    loop& loop_;
    authentication::webhook_tokens& tokens_;
    web_poster post_;
    std::list<std::shared_ptr<flight>> flights_;
};

}}}  // namespace setpoint::v0::apiserver
