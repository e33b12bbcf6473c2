#pragma once
// A port of a pod, by `kubectl port-forward`, which knows how to reach clusters of all kinds.

#include "setpoint/core/child_process.hpp"
#include "setpoint/core/task_scope.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

struct forward_settings {
    std::string object;                   // "deployment/site-operator"
    std::string port;                     // of the pod
    std::string kubeconfig, context, ns;  // empty: kubectl's defaults
};
// The arguments of kubectl. It chooses a free local port.
std::vector<std::string> forward_arguments(const forward_settings& s);
// Returns the local port of "Forwarding from 127.0.0.1:40519 -> 8081"; nothing for another line.
std::optional<std::string> forwarded_port(std::string_view line);

// Ends with this object.
class port_forward {
public:
    // `l` must outlive it.
    explicit port_forward(loop& l) : loop_(l) {}
    // Returns the local port once kubectl listens. Closes an earlier forward. Errors: bad_config if kubectl
    // is missing; unreachable, with the last line that it printed, if it ends or is not done within 30 s.
    awaitable<result<std::string>> open(forward_settings s);
    // Whether kubectl has ended by itself, as it does with the pod. False before open() and after close().
    bool has_ended() { return process_ && process_->has_ended(); }
    // Ends kubectl. Call it before the destructor.
    awaitable<void> close();

private:
    static awaitable<void> drain(child_process& from);

    loop& loop_;
    std::unique_ptr<child_process> process_;
    std::optional<task_scope> reads_;  // since it listens
};

}}}  // namespace setpoint::v0::cli
