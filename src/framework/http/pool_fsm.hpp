#pragma once
// Who may use which connection: the decisions of the pool, without connections. A slot is one connection or
// the right to open one.

#include "setpoint/core/clock.hpp"
#include "setpoint/http/pool.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace setpoint::http {

class pool_fsm {
public:
    using slot = std::size_t;  // below max_connections
    using ticket = std::uint64_t;
    struct grant {
        slot at;
        bool kept;  // the slot's connection is there; otherwise one is to be opened
    };
    struct handover {
        ticket to;
        grant what;
    };

    explicit pool_fsm(const pool_options& options);

    // A slot for a new sender; none when all are in use: join() the queue then.
    std::optional<grant> ask();
    void join(ticket t) { queue_.push_back(t); }
    void leave(ticket t);
    // The slot has no connection any more.
    std::optional<handover> free(slot s);
    // The slot's connection may be used again.
    std::optional<handover> keep(slot s, time_point now);
    // Slots whose connections are to be closed: idle for too long, or too many. They are free afterwards.
    std::vector<slot> expire(time_point now);
    // Everybody who waits; nobody does afterwards.
    std::deque<ticket> dismiss();

    std::size_t open() const { return options_.max_connections - free_.size(); }
    std::size_t idle() const { return idle_.size(); }
    std::size_t waiting() const { return queue_.size(); }

private:
    struct idle_slot {
        slot at;
        time_point since;
    };
    std::optional<handover> hand_over(slot s, bool kept);

    pool_options options_;
    std::vector<slot> free_;      // a stack
    std::deque<idle_slot> idle_;  // the newest last
    std::deque<ticket> queue_;
};

}  // namespace setpoint::http
