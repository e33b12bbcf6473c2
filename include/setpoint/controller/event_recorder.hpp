#pragma once
// Writes Kubernetes events to the API server, in the background.

#include "setpoint/client/client.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/core/sync.hpp"

#include <memory>
#include <string>

namespace setpoint { inline namespace v0 {

// Events are best effort: record() never blocks. Events that cannot be written are counted in
// setpoint_events_recorded_total (result: sent, dropped, failed; sent and failed count writes, and one write
// may cover many repeats) and logged once for each cause until a write succeeds. Events are written as
// events.k8s.io/v1 into the namespace of the object, or into "default" for a cluster-scoped one. This needs
// the verbs create and patch on events in events.k8s.io.
//
// The same event (object, type, reason, note) within 6 minutes is a series: the first and the second are
// written immediately, later events as a new count after 30 s, then with intervals that double up to 5
// minutes. An object may start a burst of 25 series and one more every 5 minutes, and 1,000 series may wait
// to be written; events beyond these limits are dropped. A write with a transient failure is tried up to six
// times, 1 s to 30 s apart; a creation whose outcome is unknown is not repeated.
class event_recorder final : public recorder {
public:
    // All references must outlive the recorder. `controller` is the reporting controller, a qualified name
    // ("webserver-operator" or "my.domain/webserver-operator"); `instance` is the pod or host, cut to 128
    // bytes.
    // A name without a domain is accepted by the API; with one it cannot collide with another
    // operator's.
    event_recorder(loop& l, client& api, logger log, metrics& m, std::string controller,
                   std::string instance);
    event_recorder(const event_recorder&) = delete;
    event_recorder& operator=(const event_recorder&) = delete;
    // Precondition: neither run() nor drain() is under way. Events that were not written are lost.
    ~event_recorder() override;

    // May be called before and after run(); the events are kept for run() or drain().
    void record(const kind_info& kind, const void* object, event_type type, std::string_view reason,
                std::string note) override;

    // Writes events until cancelled, which abandons a write in progress.
    awaitable<void> run();
    // Tries to write each waiting event once, for at most `budget`; for the shutdown, after the last run().
    // Returns true if all were tried.
    awaitable<bool> drain(duration budget);

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}}  // namespace setpoint::v0
