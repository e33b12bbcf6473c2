#pragma once
// Asks a webhook about tokens (--authentication-token-webhook-config-file).

#include "apiserver/authentication/webhook_tokens.hpp"
#include "apiserver/rest/kubeconfig_webhook.hpp"
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
    static constexpr std::size_t most_flights = 1'000;           // questions at a time

    // Everything must outlive it.
    token_webhook(loop& l, authentication::webhook_tokens& tokens, kubeconfig_webhook& hook)
        : loop_(l), tokens_(tokens), hook_(hook) {}

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
    awaitable<result<authentication::verdict>> ask_hook(
        std::shared_ptr<const authentication::token_question> q);

    loop& loop_;
    authentication::webhook_tokens& tokens_;
    kubeconfig_webhook& hook_;
    std::list<std::shared_ptr<flight>> flights_;
};

}}}  // namespace setpoint::v0::apiserver
