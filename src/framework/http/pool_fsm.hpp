#pragma once
// Decides who may use which connection, without holding connections. A slot is a connection or the
// right to open one. max_urgent slots are never in use unless a sender is urgent.

#include "setpoint/core/clock.hpp"
#include "setpoint/http/detail/pool.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace http {

class pool_fsm {
public:
    using slot = std::size_t;  // below max_connections + max_urgent
    using ticket = std::uint64_t;
    struct grant {
        slot at;
        bool kept;  // the slot has a connection; otherwise one must be opened
    };
    struct handover {
        ticket to;
        grant what;
    };

    explicit pool_fsm(const pool_options& options);

    // Returns a slot for a new sender; nothing if all that it may use are in use: then join() the queue.
    std::optional<grant> acquire(bool urgent = false);
    void join(ticket t, bool urgent = false) { (urgent ? urgent_ : queue_).push_back(t); }
    void leave(ticket t);
    // The slot no longer has a connection.
    std::optional<handover> free(slot s);
    // The slot's connection may be reused.
    std::optional<handover> keep(slot s, time_point now);
    // Returns the slots whose connections must be closed because they were idle for too long or are
    // too many. They are free afterwards.
    std::vector<slot> expire(time_point now);
    // Returns all waiting senders and empties the queue.
    std::deque<ticket> cancel_waiters();

    std::size_t open() const { return options_.max_connections + options_.max_urgent - free_.size(); }
    std::size_t idle() const { return idle_.size(); }
    std::size_t waiting() const { return urgent_.size() + queue_.size(); }

private:
    struct idle_slot {
        slot at;
        time_point since;
    };
    std::size_t in_use() const { return open() - idle(); }
    std::optional<handover> hand_over(slot s, bool kept);

    pool_options options_;
    std::vector<slot> free_;             // a stack
    std::deque<idle_slot> idle_;         // the newest last
    std::deque<ticket> urgent_, queue_;  // waiting senders
};

}}}  // namespace setpoint::v0::http
