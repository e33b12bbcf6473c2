#include "apiserver/server/audit_webhook.hpp"

#include "setpoint/core/race.hpp"

#include <algorithm>
#include <chrono>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr duration attempt_limit = std::chrono::seconds(30), last_limit = std::chrono::seconds(2);

// pluginwebhook.DefaultInitialBackoffDelay and webhook.DefaultRetryBackoffWithInitialDelay.
backoff_policy retries() {
    backoff_policy out;
    out.base = std::chrono::seconds(10);
    out.factor = 1.5;
    out.cap = std::chrono::minutes(10);
    out.jitter = 0.2;
    return out;
}

}  // namespace

audit_webhook::audit_webhook(loop& l, const logger& log, const audit_options& o)
    : loop_(l),
      hook_(l, log, o.webhook_kubeconfig, o.webhook_name, attempt_limit),
      buffer_(std::max<std::size_t>(o.webhook_batch, 1), std::max<std::size_t>(o.webhook_buffer, 1)),
      delay_(o.webhook_delay),
      added_(l) {}

void audit_webhook::add(std::string event) {
    const bool was_dropping = dropping_;
    dropping_ = !buffer_.add(std::move(event));
    if (!dropping_) return added_.notify();
    // One line for each time that the buffer fills up.
    if (counts_ != nullptr) counts_->lose("buffered", 1, was_dropping ? "" : "audit buffer queue blocked");
}

awaitable<void> audit_webhook::deliver() {
    backoff waits(retries());
    const std::string body = audit::event_list(sending_);
    for (unsigned attempt = 1;; ++attempt) {
        const auto sent = co_await hook_.post_once(body);
        if (sent) break;
        if (attempt == most_attempts) {
            if (counts_ != nullptr) counts_->lose("webhook", sending_.size(), sent.error().message);
            break;
        }
        co_await loop_.sleep(waits.next(loop_.now(), loop_.random()));
    }
    sending_.clear();
}

awaitable<void> audit_webhook::send_all() {
    for (;;) {
        while (buffer_.is_empty()) co_await added_.wait();
        const time_point due = saturating_add(loop_.now(), delay_);
        while (!buffer_.is_due() && loop_.now() < due) co_await added_.wait(due);
        sending_ = buffer_.take();
        co_await deliver();
    }
}

awaitable<void> audit_webhook::send_rest() {
    const time_point end = saturating_add(loop_.now(), last_limit);
    if (sending_.empty()) sending_ = buffer_.take();
    while (!sending_.empty()) {
        const auto sent =
            co_await with_deadline(loop_, end, "audit webhook", hook_.post_once(audit::event_list(sending_)));
        if (!sent && counts_ != nullptr) counts_->lose("webhook", sending_.size(), sent.error().message);
        sending_ = buffer_.take();
    }
}

awaitable<void> audit_webhook::run() {
    bool was_cancelled = false;
    try {
        co_await send_all();
    } catch (const cancelled&) {
        was_cancelled = true;
    }
    {
        cancel_scope shield(loop_, never, true);
        co_await send_rest();
    }
    if (was_cancelled) throw cancelled{};
}

}}}  // namespace setpoint::v0::apiserver
