#pragma once
// The audit log: which requests are recorded, and where to. Off by default.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/secret.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct audit_options {
    // The text of a Policy of audit.k8s.io/v1 (--audit-policy-file). Empty: nothing is recorded.
    std::string policy{};
    std::string policy_name = "options.audit.policy";  // where it comes from, for errors
    // Gets each event as one line of JSON without its end. Called on the loop; must not suspend. Null: no
    // log.
    std::function<void(std::string_view line)> log{};
    // The kubeconfig of a webhook that gets lists of events (--audit-webhook-config-file). Empty: none.
    setpoint::secret webhook_kubeconfig{};
    std::string webhook_name = "options.audit.webhook_kubeconfig";
    // Events for the webhook are sent when this many wait, or after this time (--audit-webhook-batch-*).
    std::size_t webhook_batch = 400, webhook_buffer = 10'000;
    duration webhook_delay = std::chrono::seconds(30);

    bool is_on() const { return !policy.empty() && (log || !webhook_kubeconfig.empty()); }
};

}}}  // namespace setpoint::v0::apiserver
