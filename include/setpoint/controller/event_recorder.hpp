#pragma once
// Writes Kubernetes events to the API server, in the background.

#include "setpoint/client/client.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/core/sync.hpp"

#include <memory>
#include <string>

namespace setpoint {

// Events are best effort: record() never blocks, and what cannot be written is counted in
// setpoint_events_recorded_total (result: sent, dropped, failed; sent and failed count writes, of which one
// may stand for many repeats) and logged once for each cause until a write succeeds. They are written as
// events.k8s.io/v1 into the namespace of the object, or into "default" for a cluster-scoped one; that takes
// the verbs create and patch on events in events.k8s.io.
//
// The same event again (object, type, reason, note) within 6 minutes is a series: the first and the second
// are written at once, further ones as a new count after 30 s, then after twice as long each time up to every
// 5 minutes. An object may begin 25 series at once, and one more every 5 minutes; 1,000 may wait to be
// written; what is more is dropped. A write that fails in passing is tried up to six times, with waits of 1 s
// to 30 s; a creation of unknown outcome is not tried again.
class event_recorder final : public recorder {
public:
    // All references outlive it. `controller`: the reporting controller, a qualified name
    // ("webserver-operator" or "my.domain/webserver-operator"); `instance`: the pod or host, at most 128
    // bytes of it are used.
    event_recorder(loop& l, client& api, logger log, metrics& m, std::string controller,
                   std::string instance);
    event_recorder(const event_recorder&) = delete;
    event_recorder& operator=(const event_recorder&) = delete;
    ~event_recorder() override;

    // May be called before run() and after it; what it takes is kept for run() or drain().
    void record(const kind_info& kind, const void* object, event_type type, std::string_view reason,
                std::string note) override;

    // Writes events until it is cancelled. A write under way is then given up.
    awaitable<void> run();
    // For the shutdown, after run() has ended for good: writes what is waiting, each once, for at most
    // `budget`. True: all was tried.
    awaitable<bool> drain(duration budget);

private:
    struct impl;
    std::unique_ptr<impl> impl_;
};

}  // namespace setpoint
