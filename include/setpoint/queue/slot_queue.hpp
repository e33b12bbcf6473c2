#pragma once
// The decisions of a work queue, over slots (small numbers); work_queue.hpp gives the slots their keys and
// says the rules.
//
// A slot is in one place: free, in a lane, or being processed. Fresh and initial are lists; retry and timer
// are heaps by due time, so that what is due needs no moving and a wait ends exactly on time.

#include "setpoint/queue/delay_heap.hpp"
#include "setpoint/queue/lane.hpp"
#include "setpoint/queue/retry_policy.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace setpoint {

// Every eighth pop takes the key that has been eligible longest, whatever its lane.
inline constexpr unsigned oldest_first_every = 8;

// What is added while a key is processed with success runs it again only after this, or with the next event
// if that is sooner: most such events come of what the reconcile has written itself, and would be a run each.
inline constexpr duration settle_time = std::chrono::milliseconds(2);

// What there is to export. Values are of the time they are asked for; counters only grow.
struct queue_stats {
    std::array<std::size_t, lane_count> depth{};  // eligible keys by lane
    std::size_t waiting = 0;                      // keys that will be eligible later
    std::size_t in_flight = 0;                    // keys being processed
    duration unfinished{0};                       // how long those have been processed, in sum
    duration longest{0};                          // and the longest of them
    std::uint64_t adds = 0;     // times a key entered the queue, not those when it was there already
    std::uint64_t retries = 0;  // times a key was added for later
};

class slot_queue {
public:
    using slot = delay_heap::slot;
    struct ticket {
        slot id = 0;
        std::uint32_t generation = 0;
    };
    struct popped {
        ticket at;
        lane in;
        time_point since;  // eligible since
        unsigned attempt;  // failures so far
        std::string_view reason;
    };

    explicit slot_queue(retry_policy policy) : policy_(policy) {}

    // A free slot. wake(), not with never, must follow.
    slot open();
    // Makes the slot eligible at `due` or earlier, in `in` or a better lane; never: no effect. True when its
    // place in a lane has changed.
    bool wake(slot id, lane in, time_point due, time_point now, std::string_view reason);
    std::optional<popped> pop(time_point now);

    // Ends the processing of a slot. Returns when it is eligible again; never: the slot is free now.
    // Throws std::logic_error when the ticket is not of a slot being processed.
    time_point done(ticket t, time_point now);
    time_point done_requeue(ticket t, time_point due, time_point now);
    time_point done_retry(ticket t, time_point now);
    time_point done_terminal(ticket t, time_point now);

    time_point next_due() const;
    void shutdown() { shut_down_ = true; }
    bool is_shut_down() const { return shut_down_; }
    // As new, but for the totals and a shutdown: no slot is in use, and no ticket is of any.
    void clear();

    queue_stats stats(time_point now) const;
    // f(slot, start time), in the order of starting.
    template <class F>
    void for_each_in_flight(F&& f) const {
        for (slot id = in_flight_.head; id != none; id = entries_[id].next) f(id, entries_[id].since);
    }

private:
    static constexpr slot none = static_cast<slot>(-1);
    enum class place : std::uint8_t { free, queued, in_flight };
    struct entry {  // 64 bytes: one cache line
        // Queued: when it joined its lane or, later than now, will be eligible. In flight: what was added
        // meanwhile.
        time_point due = never;
        time_point since{};      // queued: first eligible; in flight: started
        time_point retry_due{};  // of the last failure, while failures > 0
        std::string_view reason;
        unsigned failures = 0;
        slot previous = none, next = none;
        std::uint32_t generation = 0;
        lane in = lane::initial;
        place where = place::free;
    };
    struct list {
        slot head = none, tail = none;
        std::size_t size = 0;
    };

    entry& in_flight(ticket t);
    time_point settle(slot id, time_point now);
    // settle() after a success.
    time_point settle_calmly(slot id, time_point now);
    slot first(lane in, time_point now) const;
    slot next_to_pop(time_point now) const;
    void enter_lane(slot id);
    void leave_lane(slot id);
    void append(list& l, slot id);
    void remove(list& l, slot id);
    list& list_of(lane in) { return in == lane::fresh ? fresh_ : initial_; }
    delay_heap& heap_of(lane in) { return in == lane::retry ? retry_ : timer_; }

    retry_policy policy_;
    std::vector<entry> entries_;
    slot free_ = none;  // free slots, chained by next
    list fresh_, initial_, in_flight_;
    delay_heap retry_, timer_;
    unsigned pops_ = 0;  // since the oldest was taken
    std::uint64_t adds_ = 0, retries_ = 0;
    bool shut_down_ = false;
};

}  // namespace setpoint
