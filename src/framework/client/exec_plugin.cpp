#include "framework/client/exec_plugin.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

// Ends the run on every path and wakes those who wait for it.
class exec_plugin::run_guard {
public:
    explicit run_guard(exec_plugin& p) : plugin_(p) { plugin_.running_ = true; }
    run_guard(const run_guard&) = delete;
    run_guard& operator=(const run_guard&) = delete;
    ~run_guard() {
        plugin_.running_ = false;
        plugin_.ended_.notify();
    }

private:
    exec_plugin& plugin_;
};

// While serve() is not running, waiters run the plugin themselves.
class exec_plugin::serve_guard {
public:
    explicit serve_guard(exec_plugin& p) : plugin_(p) { plugin_.served_ = true; }
    serve_guard(const serve_guard&) = delete;
    serve_guard& operator=(const serve_guard&) = delete;
    ~serve_guard() {
        plugin_.served_ = plugin_.wanted_ = false;
        plugin_.ended_.notify();
    }

private:
    exec_plugin& plugin_;
};

exec_plugin::exec_plugin(loop& l, exec_settings settings, command_runner run, certificate_user use,
                         logger log)
    : loop_(l),
      settings_(std::move(settings)),
      run_(std::move(run)),
      use_(std::move(use)),
      log_(std::move(log)),
      ended_(l),
      asked_(l),
      backoff_(after_failure) {}

bool exec_plugin::expired(const exec_credential& c) const {
    return c.expires && std::chrono::floor<std::chrono::seconds>(loop_.wall_now()) >= *c.expires;
}

bool exec_plugin::fresh() const {
    return has_answer_ && !expired(answer_);
}

awaitable<result<>> exec_plugin::refresh() {
    const std::uint64_t before = runs_;
    while (running_ || served_) {
        if (!running_) {
            if (left_alone()) co_return last_;
            wanted_ = true;
            asked_.notify();
        }
        co_await ended_.wait();
        if (runs_ != before) co_return last_;
    }
    if (left_alone()) co_return last_;
    const run_guard mine(*this);
    co_return co_await run();
}

awaitable<void> exec_plugin::serve() {
    const serve_guard mine(*this);
    for (;;) {
        if (running_) {
            // A run that began before serve() did.
            co_await ended_.wait();
        } else if (wanted_ || due() <= loop_.now()) {
            wanted_ = false;
            const run_guard this_run(*this);
            (void)co_await run();
        } else {
            co_await asked_.wait(due());
        }
    }
}

time_point exec_plugin::due() const {
    return last_ || renew_at_ == never ? renew_at_ : std::max(renew_at_, not_before_);
}

void exec_plugin::plan_renewal() {
    renew_at_ = never;
    if (!answer_.expires) return;
    const auto now = std::chrono::floor<std::chrono::seconds>(loop_.wall_now());
    const std::chrono::seconds left = *answer_.expires - now;
    // Credentials that have already expired are useless to refresh; those valid for years need no
    // refresh.
    if (left <= std::chrono::seconds::zero() || left > std::chrono::years(10)) return;
    const duration ahead = std::min<duration>(left / 5, most_ahead);
    renew_at_ = saturating_add(loop_.now(), std::max<duration>(left - ahead, least_between));
}

awaitable<result<>> exec_plugin::run() {
    command c{settings_.command, settings_.args, settings_.env};
    c.env.emplace_back("KUBERNETES_EXEC_INFO", exec_info(settings_));
    const time_point begin = loop_.now();
    const result<secret> printed = co_await run_(std::move(c));
    const result<> outcome = printed ? take(printed->reveal()) : result<>(failed(printed.error()));
    ++runs_;
    const bool said_already = !last_ && !outcome && last_.error().message == outcome.error().message;
    last_ = outcome;
    if (outcome) {
        backoff_.reset();
        log_.debug("credential plugin has run", {{"command", settings_.command},
                                                 {"took", loop_.now() - begin},
                                                 {"certificate", !answer_.cert_pem.empty()}});
    } else {
        not_before_ = saturating_add(loop_.now(), backoff_.next(loop_.now(), loop_.random()));
        if (!said_already)
            log_.warn("credential plugin returned no credentials", {{"error", outcome.error().message}});
    }
    co_return outcome;
}

result<> exec_plugin::take(std::string_view printed) {
    auto answer = parse_exec_answer(printed, settings_.api_version);
    if (!answer) return failed(answer.error());
    if (answer->cert_pem != answer_.cert_pem || answer->key_pem != answer_.key_pem)
        if (const auto used = use_(answer->cert_pem, answer->key_pem); !used)
            return failed(error(errc::bad_data, "returned an unusable certificate: " + used.error().message));
    if (expired(*answer))
        log_.warn("credential plugin returned expired credentials",
                  {{"config", settings_.origin}, {"command", settings_.command}});
    const bool same = has_answer_ && answer->token == answer_.token && answer->cert_pem == answer_.cert_pem &&
                      answer->key_pem == answer_.key_pem;
    answer_ = std::move(*answer);
    has_answer_ = true;
    plan_renewal();
    if (!same) ++version_;
    return {};
}

error exec_plugin::failed(const error& why) const {
    std::string text = fmt::format("{}: command {:?} {}", settings_.origin, settings_.command, why.message);
    if (why.code == errc::not_found) {
        text += settings_.command.find('/') == std::string::npos
                    ? "; install it, or set command to its path (PATH was searched)"
                    : "; install it, or set command to its path";
        if (!settings_.install_hint.empty())
            text += fmt::format(" (installHint: {:?})", settings_.install_hint);
    }
    return error(errc::unauthorized, std::move(text));
}

}}  // namespace setpoint::v0
