#pragma once
// Authorizes by a webhook (apiserver, plugin/pkg/authorizer/webhook): which requests it must be asked about,
// what it has answered, and what its responses mean. The request_rights of a request ask it.

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/review_cache.hpp"
#include "apiserver/authorization/review_conditions.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

struct review_webhook {
    std::string name{};          // "default" for that of the flags
    std::string version = "v1";  // of the reviews, or "v1beta1"
    duration timeout = std::chrono::seconds(30);
    // How long answers are kept; zero: not at all.
    duration authorized_ttl = std::chrono::minutes(5), unauthorized_ttl = std::chrono::seconds(30);
    bool denies_on_error = false;  // failurePolicy Deny; otherwise the next authorizers are asked
    std::shared_ptr<const review_conditions> conditions{};  // null: none
};

class webhook_authorizer : public authorizer {
public:
    // `now` must outlive it.
    webhook_authorizer(review_webhook w, const clock& now) : webhook_(std::move(w)), clock_(now) {}

    // Without a memory it knows only what is cached; otherwise it fails.
    decision authorize(const attributes& of) const override;
    decision authorize_with(const attributes& of, review_memory& known) const override;
    // A webhook cannot list rules: these are incomplete.
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;

    const review_webhook& settings() const { return webhook_; }
    // The body of the request to the webhook.
    std::string body_of(const needed_review& r) const;
    // What a response, or the failure to get one, means. Keeps decisions for other requests.
    decision decide(const needed_review& r, const result<std::string>& response) const;

private:
    decision failed(std::string why) const;

    review_webhook webhook_;
    const clock& clock_;
    mutable review_cache answers_{};
};

}}}  // namespace setpoint::v0::apiserver::authorization
