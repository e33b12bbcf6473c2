#include "apiserver/server/audit_webhook.hpp"

#include "setpoint/core/race.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr duration attempt_limit = std::chrono::seconds(30), last_limit = std::chrono::seconds(2);
constexpr std::size_t longest_answer = 64 * 1024;

config_sources sources_of(const audit_options& o) {
    config_sources out;
    out.getenv = [](const std::string&) { return std::optional<std::string>(); };
    out.read_file = [name = o.webhook_name, text = o.webhook_kubeconfig,
                     others = system_sources().read_file](const std::string& path) -> result<std::string> {
        if (path == name) return std::string(text.reveal());
        return others(path);
    };
    return out;
}

cluster_config config_of(const audit_options& o, wall_time now) {
    config_flags flags;
    flags.kubeconfig = o.webhook_name;
    auto read = load_config(flags, sources_of(o), now);
    if (!read) throw fault(read.error().within("audit webhook"));
    if (read->credentials.exec)
        throw fault(
            errc::bad_config,
            fmt::format("audit webhook: {}: a credential plugin is not supported here; use a token or "
                        "a client certificate",
                        o.webhook_name));
    return std::move(*read);
}

http::pool_options pool_of(const cluster_config& c) {
    http::pool_options out;
    out.via = c.proxy;
    return out;
}

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

audit_webhook::audit_webhook(loop& l, logger log, const audit_options& o)
    : loop_(l),
      config_(config_of(o, l.wall_now())),
      who_(config_.credentials, l.time(), system_sources().read_file, log),
      pool_(
          l, config_.server, [tls = config_.tls_context] { return tls; }, pool_of(config_)),
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

awaitable<result<>> audit_webhook::post(std::string body) {
    http::request r;
    r.method = "POST";
    r.target = config_.path_prefix.empty() ? "/" : config_.path_prefix;
    r.headers.add("Content-Type", "application/json");
    r.headers.add("Accept", "application/json");
    r.headers.add("User-Agent", "setpoint-apiserver");
    r.body = std::move(body);
    (void)who_.authorize(r);
    auto stream = co_await pool_.send(std::move(r), {});
    if (!stream) co_return stream.error();
    const int status = (*stream)->head().status;
    // So that the connection can be used again.
    if (const auto text = co_await http::read_all(**stream, longest_answer); !text) co_return text.error();
    constexpr int ok_from = 200, ok_to = 299;
    if (status >= ok_from && status <= ok_to) co_return result<>();
    co_return error(errc::server_error, fmt::format("the webhook answered with the status {}", status));
}

awaitable<void> audit_webhook::deliver() {
    backoff waits(retries());
    const std::string body = audit::event_list(sending_);
    for (unsigned attempt = 1;; ++attempt) {
        const result<> sent =
            co_await with_timeout(loop_, attempt_limit, "audit webhook", post(std::string(body)));
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
        const result<> sent =
            co_await with_deadline(loop_, end, "audit webhook", post(audit::event_list(sending_)));
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
