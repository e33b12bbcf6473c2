#pragma once
// Keeps the CA and the serving certificate of webhooks, as certificate_plan decides, in a Secret that
// all replicas share or, without one, in memory. A replica that finds a step due writes it under the
// resourceVersion that it read, so that one of several wins and the others take over what it wrote.

#include "framework/webhook/certificate_plan.hpp"
#include "setpoint/api/core_v1/secret.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/tls.hpp"

#include <functional>

namespace setpoint { inline namespace v0 {

class certificate_keeper {
public:
    struct options {
        std::optional<object_key> secret;  // namespace and name; nothing: in memory
        std::vector<std::string> names;    // of the certificate
        // Returns the PEM of the CAs whose clients are let in. Empty: everyone is.
        std::function<result<std::string>()> client_ca;
        certificate_times times{};
        // How often the Secret is read, to follow other replicas.
        duration period = std::chrono::minutes(1);
    };

    // All references must outlive it. `api` may write whoever leads.
    certificate_keeper(loop& l, client& api, logger log, options o);

    // Runs until cancelled. Failures are logged and tried again.
    awaitable<void> run();
    // Returns once there is a certificate; false if `due` passes first.
    awaitable<bool> wait_ready(time_point due = never) { return ready_.wait(due); }
    bool ready() const { return ready_.is_set(); }
    // Why there is none yet, for readiness; "" otherwise.
    const std::string& problem() const { return problem_; }

    // Null before ready().
    http::tls_context_ptr current() const { return tls_; }
    // PEM: what clients must trust; "" before ready().
    const std::string& ca_bundle() const { return held_.ca_bundle; }
    // PEM: what is served; "" before ready().
    const std::string& certificate() const { return held_.cert; }
    // Called whenever ca_bundle() or certificate() has changed. Must not suspend.
    std::function<void()> bundle_changed, certificate_changed;

private:
    awaitable<result<wall_time>> step();
    result<wall_time> step_in_memory();
    result<certificate_plan> restored();
    awaitable<result<>> write(const webhook_keys& keys, const core_v1::secret* before);
    result<> adopt(webhook_keys keys);

    loop& loop_;
    client& api_;
    logger log_;
    options options_;
    webhook_keys held_;
    std::string client_ca_;
    http::tls_context_ptr tls_;
    std::string seen_;        // resourceVersion of the Secret that was adopted,
    wall_time adopted_at_{};  // when, and
    wall_time look_again_{};  // when something is due although it does not change
    latch ready_;
    std::string problem_ = "there are no certificates yet";
};

}}  // namespace setpoint::v0
