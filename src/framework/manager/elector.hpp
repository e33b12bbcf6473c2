#pragma once
// Takes part in an election: reads and writes the Lease as lease_fsm decides, and opens and closes the write
// gate.

#include "framework/manager/fenced_client.hpp"
#include "framework/manager/lease_fsm.hpp"
#include "framework/manager/lease_watch.hpp"
#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/metrics.hpp"
#include "setpoint/manager/election_options.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>

#include <functional>
#include <memory>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

// What an annotation of the Lease contains, from one leader to the next.
struct lease_note {
    std::function<std::string()> text;               // with each write of this candidate
    std::function<void(std::string_view)> received;  // of each Lease that has one
};

class elector {
public:
    static constexpr std::string_view note_annotation = "setpoint.dev/last-versions";

    // `options` must be valid and have id, namespace and identity. `api` must not be fenced. All references
    // must outlive the elector.
    elector(loop& l, client& api, recorder& events, const logger& log, metrics& m,
            const election_options& options, std::shared_ptr<write_gate> gate, lease_note note = {});
    elector(const elector&) = delete;
    elector& operator=(const elector&) = delete;

    // Waits until this process leads, and opens the gate. May be called again after hold() has returned.
    awaitable<void> acquire();
    // Renews the Lease until the term ends; closes the gate and returns the reason. If cancelled, it leaves
    // the Lease held and the gate open until the deadline.
    awaitable<std::string> hold();
    // For the shutdown, after the last write: closes the gate for good, and releases the Lease if it is held
    // or, after an interrupted write, may be held. Tries for at most `limit`; otherwise the Lease expires by
    // itself.
    awaitable<void> release(duration limit);

    bool leading() const { return fsm_.leading(loop_.now()); }
    election_state state() const;

private:
    awaitable<void> compete();
    awaitable<void> act(lease_fsm::step s);
    awaitable<void> read(time_point due);
    awaitable<void> write(lease_fsm::step s, time_point due);
    awaitable<void> give_back();
    void take_write(const lease_fsm::step& s, const error& e);
    void take_in(snapshot<coordination_v1::lease> l);
    void failed(std::string_view what, const error& e);
    void began();

    loop& loop_;
    client& api_;
    recorder& events_;
    logger log_;
    election_options options_;
    object_key key_;
    std::shared_ptr<write_gate> gate_;
    lease_note note_;
    prometheus::Gauge& leads_;
    prometheus::Counter& slow_;
    lease_fsm fsm_;
    lease_watch watch_;
    snapshot<coordination_v1::lease> held_;  // as last read or written, with its resourceVersion
    std::string told_holder_, trouble_;
};

}}  // namespace setpoint::v0
