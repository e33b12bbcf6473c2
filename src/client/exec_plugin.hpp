#pragma once
// A credential plugin: when it is run, and what it said last. All who need it at once share one run.

#include "exec_credential.hpp"
#include "run_command.hpp"
#include <setpoint/core/backoff.hpp>
#include <setpoint/core/event.hpp>
#include <setpoint/core/log.hpp>

#include <cstdint>

namespace setpoint {

// Neither copied nor moved.
class exec_plugin {
public:
    // How long a plugin that fails is left alone: it may open browsers and ask services that are down.
    static constexpr backoff_policy after_failure{
        .base = std::chrono::seconds(1), .factor = 2.0, .cap = std::chrono::minutes(1), .jitter = 0.0};
    // Takes the client certificate that the plugin gave, "" for none. An error fails the run.
    using certificate_user = std::function<result<>(const std::string& cert_pem, const secret& key_pem)>;

    // `l` and what `log` writes to outlive it.
    exec_plugin(loop& l, exec_settings settings, command_runner run, certificate_user use, logger log);
    exec_plugin(const exec_plugin&) = delete;
    exec_plugin& operator=(const exec_plugin&) = delete;

    // There is an answer and it has not expired.
    bool fresh() const;
    // Runs it, or waits for the run that is under way; within the time that a failed one is left alone: its
    // error again. Error: unauthorized, which names the kubeconfig's field. The old answer stays then.
    // Cancelled: the run is given up, and whoever else waits for it begins another one.
    awaitable<result<>> refresh();
    // The last answer; empty before the first.
    const exec_credential& answer() const { return answer_; }
    // Counts answers that differ from the one before.
    std::uint64_t version() const { return version_; }

private:
    class under_way;
    awaitable<result<>> run();
    result<> take(std::string_view printed);
    bool expired(const exec_credential& c) const;
    error failed(const error& why) const;

    loop& loop_;
    exec_settings settings_;
    command_runner run_;
    certificate_user use_;
    logger log_;
    pulse ended_;
    backoff backoff_;
    exec_credential answer_;
    bool has_answer_ = false, running_ = false;
    std::uint64_t version_ = 0, runs_ = 0;
    time_point not_before_{};
    result<> last_;
};

}  // namespace setpoint
