#pragma once
// The rights of one request if webhooks are among the authorizers: what these have answered so far, and the
// way to ask them.

#include "apiserver/authorization/authorizer.hpp"
#include "apiserver/authorization/escalation.hpp"
#include "setpoint/core/loop.hpp"

#include <functional>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// Asks the webhook, with retries; the argument is valid during the call.
using review_caller = std::function<awaitable<decision>(const needed_review& r)>;

class request_rights : public authorizer {
public:
    // All must outlive it.
    request_rights(const authorizer& chain, const rbac_policy& policy, const review_caller& call)
        : chain_(chain), escalation_(*this, policy), call_(call) {}

    // Without opinion if a webhook has not answered yet, and from then on until answer(): then
    // memory().needs_reviews().
    decision authorize(const attributes& of) const override;
    rule_list rules_for(const user_info& user, std::string_view namespace_name) const override;
    const escalation_check& escalation() const { return escalation_; }

    review_memory& memory() { return memory_; }
    // Asks what is needed.
    awaitable<void> answer();

private:
    const authorizer& chain_;
    escalation_check escalation_;
    const review_caller& call_;
    mutable review_memory memory_{};
};

}}}  // namespace setpoint::v0::apiserver::authorization
