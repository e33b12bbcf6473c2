#pragma once
// A credential plugin: when it runs, and its last output. Concurrent callers share one run.
//
// A run may take longer than its callers can wait: a lease must be renewed within seconds. So
// serve() runs it for them, where no caller's deadline cuts it short, and runs it again before the
// credentials expire, so that callers rarely wait.

#include "framework/client/exec_credential.hpp"
#include "framework/client/run_command.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"

#include <cstdint>

namespace setpoint { inline namespace v0 {

// Cannot be copied or moved.
class exec_plugin {
public:
    // The pause after a failed run: the plugin may open browsers or query services that are down.
    static constexpr backoff_policy after_failure{
        .base = std::chrono::seconds(1), .factor = 2.0, .cap = std::chrono::minutes(1), .jitter = 0.0};
    // How long before the expiry it runs again: a fifth of the lifetime, at most this.
    static constexpr duration most_ahead = std::chrono::minutes(5);
    // The minimum interval between runs: some plugins return the same credentials until they
    // expire.
    static constexpr duration least_between = std::chrono::seconds(1);
    // Receives the plugin's client certificate, "" for none. An error fails the run.
    using certificate_user = std::function<result<>(const std::string& cert_pem, const secret& key_pem)>;

    // `l` and the sink of `log` must outlive it.
    exec_plugin(loop& l, exec_settings settings, command_runner run, certificate_user use, logger log);
    exec_plugin(const exec_plugin&) = delete;
    exec_plugin& operator=(const exec_plugin&) = delete;

    // Whether there are credentials that have not expired.
    bool fresh() const;
    // Runs the plugin, or waits for the run in progress. During the pause after a failure it
    // returns that error again. Errors: unauthorized, with the kubeconfig's field; the old
    // credentials stay. Cancellation: with serve() the run continues; without, it is aborted and
    // another waiter starts a new one.
    awaitable<result<>> refresh();
    // Runs the plugin one run at a time, on request by refresh() and before the credentials expire.
    // Runs until cancelled, which aborts a run in progress.
    awaitable<void> serve();
    // The last output; empty before the first.
    const exec_credential& answer() const { return answer_; }
    // Counts outputs that differ from the one before.
    std::uint64_t version() const { return version_; }

private:
    class run_guard;
    class serve_guard;
    awaitable<result<>> run();
    result<> take(std::string_view printed);
    bool left_alone() const { return !last_ && loop_.now() < not_before_; }
    // When serve() runs the plugin next without a request.
    time_point due() const;
    void plan_renewal();
    bool expired(const exec_credential& c) const;
    error failed(const error& why) const;

    loop& loop_;
    exec_settings settings_;
    command_runner run_;
    certificate_user use_;
    logger log_;
    notifier ended_;  // a run, or serve()
    notifier asked_;  // serve() is asked for a run
    backoff backoff_;
    exec_credential answer_;
    bool has_answer_ = false, running_ = false, served_ = false, wanted_ = false;
    std::uint64_t version_ = 0, runs_ = 0;
    time_point not_before_{}, renew_at_ = never;
    result<> last_;
};

}}  // namespace setpoint::v0
