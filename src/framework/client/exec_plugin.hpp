#pragma once
// A credential plugin: when it is run, and what it said last. All who need it at once share one run.
//
// It may take longer than whoever needs it can wait: a lease has to be renewed within seconds. So serve()
// runs it for them, where nobody's deadline cuts the run short, and runs it again ahead of the expiry, so
// that nobody needs to wait at all.

#include "framework/client/exec_credential.hpp"
#include "framework/client/run_command.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/event.hpp"
#include "setpoint/core/log.hpp"

#include <cstdint>

namespace setpoint {

// Neither copied nor moved.
class exec_plugin {
public:
    // How long a plugin that fails is left alone: it may open browsers and ask services that are down.
    static constexpr backoff_policy after_failure{
        .base = std::chrono::seconds(1), .factor = 2.0, .cap = std::chrono::minutes(1), .jitter = 0.0};
    // How long before the expiry it is run again: a fifth of the answer's life, this at most.
    static constexpr duration most_ahead = std::chrono::minutes(5);
    // Not sooner after the last run: some give the same answer until the very end of its life.
    static constexpr duration least_between = std::chrono::seconds(1);
    // Takes the client certificate that the plugin gave, "" for none. An error fails the run.
    using certificate_user = std::function<result<>(const std::string& cert_pem, const secret& key_pem)>;

    // `l` and what `log` writes to outlive it.
    exec_plugin(loop& l, exec_settings settings, command_runner run, certificate_user use, logger log);
    exec_plugin(const exec_plugin&) = delete;
    exec_plugin& operator=(const exec_plugin&) = delete;

    // There is an answer and it has not expired.
    bool fresh() const;
    // Has it run, or waits for the run that is under way; within the time that a failed one is left alone:
    // its error again. Error: unauthorized, which names the kubeconfig's field. The old answer stays then.
    // Cancelled: the run goes on with serve(); without, it is given up, and whoever else waits for it begins
    // another one.
    awaitable<result<>> refresh();
    // Runs it whenever refresh() wants it, and ahead of the expiry of each answer; until cancelled. A run
    // that is under way then is given up. One at a time.
    awaitable<void> serve();
    // The last answer; empty before the first.
    const exec_credential& answer() const { return answer_; }
    // Counts answers that differ from the one before.
    std::uint64_t version() const { return version_; }

private:
    class under_way;
    class serving;
    awaitable<result<>> run();
    result<> take(std::string_view printed);
    bool left_alone() const { return !last_ && loop_.now() < not_before_; }
    // When serve() runs it next without being asked.
    time_point due() const;
    void plan_renewal();
    bool expired(const exec_credential& c) const;
    error failed(const error& why) const;

    loop& loop_;
    exec_settings settings_;
    command_runner run_;
    certificate_user use_;
    logger log_;
    pulse ended_;  // a run, or serve()
    pulse asked_;  // of serve()
    backoff backoff_;
    exec_credential answer_;
    bool has_answer_ = false, running_ = false, served_ = false, wanted_ = false;
    std::uint64_t version_ = 0, runs_ = 0;
    time_point not_before_{}, renew_at_ = never;
    result<> last_;
};

}  // namespace setpoint
