#pragma once
// The state and the recent reconciles of a controller as plain values, for /debug/setpoint and for tests.
//
// Copies of the state: they stay valid after the controller is gone, and do not change with it.

#include "setpoint/api/object_key.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/queue/detail/slot_queue.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// One reconcile that has ended.
struct reconcile_record {
    wall_time when;  // when it ended
    object_key key;
    std::string reason;    // the trigger: "Deployment changed", "retry", "requeue_after", "channel"
    lane in;               // how it was queued
    unsigned attempt = 0;  // consecutive failures before it
    duration waited;       // from the time it was due until it began
    duration took;
    outcome ended;
    // The writes that it requested through its context's clients, in order, also those that failed: "apply
    // deployments.apps web/shop". Requires controller_options::record_writes.
    std::vector<std::string> writes{};
    std::size_t writes_left_out = 0;  // beyond the first reconcile_record::max_writes
    std::uint64_t number = 0;         // 1 for the first reconcile of the controller

    static constexpr std::size_t max_writes = 8;
};

// Consistent in itself, since it is taken in one turn of the loop.
struct controller_report {
    // A reconcile that has not ended, and for how long it has run.
    struct running {
        object_key key;
        duration since;
    };

    // A key that the loop breaker slows.
    struct slowed {
        object_key key;
        std::string why;
    };

    std::string name, kind;  // "WebServer.example.com"
    std::size_t workers = 0, active = 0;
    queue_stats queue;
    duration next_in{};       // until a waiting key is due; negative: none is waiting
    bool pauses_all = false;  // controller_options::pause_all
    std::size_t paused = 0;   // objects that are not reconciled
    std::vector<slowed> slowed_keys;
    std::vector<std::string> watches;
    std::vector<running> under_way;        // in starting order
    std::vector<reconcile_record> recent;  // the last 100, oldest first
};

}}  // namespace setpoint::v0
