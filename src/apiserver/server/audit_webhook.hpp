#pragma once
// Sends audit events to a webhook, as lists (apiserver, plugin/pkg/audit/webhook and buffered).

#include "apiserver/audit/auditor.hpp"
#include "apiserver/audit/batch_buffer.hpp"
#include "apiserver/rest/kubeconfig_webhook.hpp"
#include "setpoint/apiserver/audit_options.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/sync.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class audit_webhook {
public:
    // How often a batch is sent before it is dropped.
    static constexpr unsigned most_attempts = 5;

    // `l` must outlive it. Throws fault: bad_config for a kubeconfig that cannot be used.
    audit_webhook(loop& l, const logger& log, const audit_options& o);
    audit_webhook(const audit_webhook&) = delete;
    audit_webhook& operator=(const audit_webhook&) = delete;

    // Counts the events that are dropped. Call it before add().
    void report_to(audit::auditor& counts) { counts_ = &counts; }
    // Drops the event if too many wait.
    void add(std::string event);
    // Sends until it is cancelled; then it sends once what still waits.
    awaitable<void> run();

private:
    awaitable<void> send_all();
    awaitable<void> send_rest();
    // What `sending_` contains.
    awaitable<void> deliver();

    loop& loop_;
    kubeconfig_webhook hook_;
    audit::batch_buffer buffer_;
    duration delay_;
    std::vector<std::string> sending_{};
    notifier added_;
    audit::auditor* counts_ = nullptr;
    bool dropping_ = false;
};

}}}  // namespace setpoint::v0::apiserver
