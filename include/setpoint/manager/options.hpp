#pragma once
// Options of an operator: one field for each flag that every operator has.

#include "setpoint/core/clock.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/manager/election_options.hpp"
#include "setpoint/manager/trace_options.hpp"
#include "setpoint/manager/webhook_options.hpp"

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// See docs/replay.md.
struct recorder_flags {
    bool enabled = false;    // --flight-recorder
    std::string dir;         // --flight-recorder-dir: of the recordings; empty: TMPDIR, or /tmp
    int mebibytes = 16;      // --flight-recorder-memory
    std::string on_failure;  // --flight-recorder-on-failure: a regular expression (RE2); empty: none
};

// program::run() fills them from the flags that the comments name. Invalid values are refused by the
// manager's run(), with the flag's name. An address is "host:port" or ":port"; see
// http::parse_listen_address().
struct manager_options {
    std::string name = "operator";          // of the program: field manager, user agent, event reporter
    std::string instance = "local";         // the pod or host: reporting instance of events
    std::string metrics_address = ":8080";  // --metrics-bind-address; "0": no metrics
    std::string health_address = ":8081";   // --health-probe-bind-address; "0": no probes
    // --metrics-secure: serve /metrics over TLS, only to clients authorized by the API server to `get` it
    bool metrics_secure = false;
    // The certificate for metrics_secure, reloaded when it changes: --metrics-cert-file and
    // --metrics-key-file, or --metrics-cert-dir, a directory with tls.crt and tls.key. Empty: a self-signed
    // certificate, in memory.
    std::string metrics_cert_file, metrics_key_file, metrics_cert_dir;
    bool debug_endpoint = false;      // --debug-endpoint: serve /debug and /debug/setpoint next to the probes
    bool streaming_lists = false;     // --streaming-lists: see cache_options
    std::string kubeconfig, context;  // --kubeconfig, --context
    std::vector<std::string> namespaces;  // --namespace, repeatable; empty: all
    std::size_t max_concurrent_reconciles =
        0;  // --max-concurrent-reconciles; 0: as each controller declares (4)
    // --pause-all: reconcile nothing but deletions; see controller_options::pause_all
    bool pause_all = false;
    bool loop_breaker = true;  // --no-loop-breaker: see controller_options::loop_breaker
    election_options election;
    webhook_options webhooks;
    trace_options traces;
    log_level level = log_level::info;  // --log-level
    bool json_log = false;              // --log-format json
    recorder_flags flight_recorder;
    // Limits the whole shutdown. Shorter than the 30 s that Kubernetes grants a pod by default.
    duration shutdown_timeout = std::chrono::seconds(25);  // --shutdown-timeout
    // Called if a part has not ended within shutdown_timeout: ends the process. Tests replace it.
    std::function<void()> when_overdue = [] { std::_Exit(1); };
};

}}  // namespace setpoint::v0
