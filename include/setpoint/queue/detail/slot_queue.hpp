#pragma once
// The logic of a work queue over slots (small numbers). work_queue.hpp maps keys to slots and
// documents the rules.
//
// A slot is in one place: free, in a lane, or being processed. The fresh and initial lanes are
// lists. The retry and timer lanes are heaps by due time, so that due keys need no moving and waits
// end exactly on time.
//
// It is separate from the template so that it is compiled once, for all types of keys. Slots of keys
// that are done are used again; memory is that of the largest number of keys at one time. All
// operations take O(1) in the list lanes and O(log n) in the heaps.

#include "setpoint/queue/detail/delay_heap.hpp"
#include "setpoint/queue/lane.hpp"
#include "setpoint/queue/retry_policy.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// Every eighth pop takes the key that has been eligible longest, from any lane.
inline constexpr unsigned oldest_first_every = 8;

// A key that was added while it was processed, and whose processing succeeded, runs again only
// after this time, or with the next event if that is sooner. Most such events are caused by the
// reconcile's own writes; without the delay each would cause a run.
inline constexpr duration settle_time = std::chrono::milliseconds(2);

// Statistics for export. Gauges are as of the call; counters only grow.
// A snapshot, which does not change with the queue.
struct queue_stats {
    std::array<std::size_t, lane_count> depth{};  // eligible keys by lane
    std::size_t waiting = 0;                      // keys that will be eligible later
    std::size_t in_flight = 0;                    // keys being processed
    duration unfinished{0};                       // sum of their processing times so far
    duration longest{0};                          // the longest of these times
    std::uint64_t adds = 0;     // keys that entered the queue, excluding those already in it
    std::uint64_t retries = 0;  // keys that were added for later
};

class slot_queue {
public:
    using slot = delay_heap::slot;
    // Identifies one hand-out of a slot: the generation makes a second done, or one after clear(),
    // fail.
    struct ticket {
        slot id = 0;
        std::uint32_t generation = 0;
    };
    // All members describe the moment of the pop, except that `reason` is a view of the caller's text.
    struct popped {
        ticket at;
        lane in;
        time_point since;  // eligible since
        unsigned attempt;  // failures so far
        std::string_view reason;
    };

    explicit slot_queue(retry_policy policy) : policy_(policy) {}

    // Returns a free slot. Must be followed by wake() with a time other than `never`.
    // O(1) amortized. May allocate.
    slot open();
    // Makes the slot eligible at `due` or earlier, in `in` or a better lane. No effect if `due` is
    // `never`. Returns true if the slot's position in a lane has changed.
    // `reason` must outlive the queue. For a slot that is being processed the time and the lane are
    // kept until it is done, and the result is false.
    bool wake(slot id, lane in, time_point due, time_point now, std::string_view reason);
    // Takes the first eligible slot of the best lane or, every eighth time, the one that has been
    // eligible longest. Nothing after shutdown().
    std::optional<popped> pop(time_point now);

    // Ends the processing of a slot. Returns when it is eligible again, or `never` if the slot is
    // now free. Throws std::logic_error if the ticket is not that of a slot being processed.
    time_point done(ticket t, time_point now);
    // `due` in the past means now.
    time_point done_requeue(ticket t, time_point due, time_point now);
    // Adds one to the failures only if the last back-off has passed: an event may have run the key
    // earlier (kubernetes/kubernetes#132805).
    time_point done_retry(ticket t, time_point now);
    time_point done_terminal(ticket t, time_point now);

    time_point next_due() const;
    // Final: there is no restart of a queue that was shut down.
    void shutdown() { shut_down_ = true; }
    bool is_shut_down() const { return shut_down_; }
    // Frees all slots and invalidates all tickets. Totals and a shutdown remain.
    void clear();

    queue_stats stats(time_point now) const;
    // Calls f(slot, start time), in start order.
    template <class F>
    void for_each_in_flight(F&& f) const {
        for (slot id = in_flight_.head; id != none; id = entries_[id].next) f(id, entries_[id].since);
    }

private:
    static constexpr slot none = static_cast<slot>(-1);
    enum class place : std::uint8_t { free, queued, in_flight };
    // The links of free slots, of the list lanes and of the slots in flight are the same members, since
    // a slot is in one place only.
    struct entry {  // 64 bytes: one cache line
        // Queued: when it joined its lane or, if later than now, will be eligible. In flight: the
        // merged adds since.
        time_point due = never;
        time_point since{};      // queued: first eligible; in flight: started
        time_point retry_due{};  // end of the back-off of the last failure, while failures > 0
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

    // Throws std::logic_error unless `t` is the ticket of the current hand-out.
    entry& in_flight(ticket t);
    time_point settle(slot id, time_point now);
    // settle() after a success.
    time_point settle_calmly(slot id, time_point now);
    slot first(lane in, time_point now) const;
    // Returns `none` if no slot is eligible.
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
    unsigned pops_ = 0;  // since a pop took the oldest
    std::uint64_t adds_ = 0, retries_ = 0;
    bool shut_down_ = false;
};

}}  // namespace setpoint::v0
