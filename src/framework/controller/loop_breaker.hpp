#pragma once
// Finds keys that wake themselves: an own write causes the reconcile that writes it again (a loop), or
// another client changes a field back each time (a fight). Decides how much such a key is slowed. No I/O.
//
// A key is observed in detail only once it has written in several reconciles within a minute of each other;
// before that, a key costs a counter in a small table, and only when it writes.
//
// Loop: each change that queued the key is one of its own writes, and the reconcile writes again, nothing
// that it has not written before. A parent that creates one child after the other is none: each is another
// write. A reconcile with any other cause ends the series, unless the key is slowed already.
// Fight: between two equal writes, another client has changed the object that they write.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/client/snapshot.hpp"
#include "setpoint/controller/problem.hpp"
#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

enum class cycle_pattern : std::uint8_t { none, loop, fight };

// How often keys have written: a small table in which a busy key replaces others.
class write_counts {
public:
    // Counts a reconcile that has written. Returns how many there were, each within `calm` of the one before;
    // fewer if the table was too small.
    unsigned add(std::uint64_t key, time_point now, duration calm);

private:
    static constexpr std::size_t ways = 4, sets = 128;
    struct slot {
        std::uint64_t key = 0;
        time_point last{};
        unsigned rounds = 0;
    };
    std::vector<slot> slots_;  // empty until a key writes
};

class loop_breaker {
public:
    // Reconciles that write before a key is observed; then cycles before it is slowed: nine in all.
    static constexpr unsigned rounds_until_observed = 3, cycles_until_slowed = 5;
    // Longer gaps end a series.
    static constexpr duration calm = std::chrono::minutes(1);
    static constexpr duration first_delay = std::chrono::seconds(1), longest_delay = std::chrono::minutes(5);
    // Beyond these limits, the oldest is forgotten.
    static constexpr std::size_t max_observed = 256, max_targets = 32, max_versions = 8, max_causes = 16;

    // A change that queued the key.
    struct change {
        std::uint64_t object = 0;  // object_id()
        std::string version;
        bool is_update = false;
        const kind_info* kind = nullptr;  // outlives this
        object_ptr before, after;         // null if they are not at hand
    };
    // A write that was answered. `object` is 0 until then.
    struct write {
        std::uint64_t object = 0, form = 0, body = 0;
        std::string version_before, version;  // of the object; equal if nothing has changed
        group_version_kind kind;
        object_key key;
        bool of_status = false;
    };
    // One kind of write to one object.
    struct target {
        std::uint64_t object = 0, id = 0, body = 0;  // see write_identity.hpp
        std::vector<std::string> versions;           // of the object, after the last writes
        bool taken_back = false;                     // changed by another client since
        unsigned fights = 0;
        group_version_kind kind;
        object_key key;
        bool of_status = false;
    };
    // A key that is observed.
    struct observed {
        cycle_pattern found = cycle_pattern::none;
        duration delay{0};                  // while `found`
        std::optional<problem> why;         // set by the driver
        bool is_named = false;              // `why` is complete
        std::uint64_t fought = 0;           // the target of a fight
        std::optional<change> theirs, own;  // the last changes of a target
        std::vector<write> writes;          // of the reconcile that runs
        time_point first{}, last{};         // cycle
        unsigned cycles = 0;                // in a row

        const target* target_of_cycle() const;

    private:
        friend loop_breaker;
        std::vector<target> targets_;
        std::vector<change> pending_, causes_;
        bool other_pending_ = false, other_cause_ = false;
        bool is_running_ = false;
        time_point written_{};
        unsigned loops_ = 0;
    };
    struct verdict {
        cycle_pattern found = cycle_pattern::none;  // by this reconcile
        bool ended = false;                         // the cycle
    };

    // Nothing is observed: nothing else needs to be called but ended().
    bool idle() const { return keys_.empty(); }
    // Returns null if the key is not observed. Valid until the next call of ended() or sweep().
    observed* find(const object_key& key);
    // A change queued the key. Returns by how much the key is to be delayed. `of_spec`: the change has
    // another metadata.generation.
    duration queued(observed& o, change c, bool of_spec);
    // Something else queued it.
    void woken(observed& o) { o.other_pending_ = true; }
    // A reconcile of the key begins. Returns null if it is not observed; the pointer is then valid until
    // ended().
    observed* began(const object_key& key);
    // It has ended. `o` is what began() has returned.
    verdict ended(const object_key& key, observed* o, bool has_written, time_point now);
    bool wants_sweep(time_point now) const { return !keys_.empty() && now >= next_sweep_; }
    // Forgets keys that are at rest. Returns those whose cycle has ended.
    std::vector<object_key> sweep(time_point now);
    std::size_t slowed() const;
    // Calls f(key, observed) for each key that is slowed.
    template <class F>
    void each_slowed(F f) const {
        for (const auto& [key, o] : keys_)
            if (o.found != cycle_pattern::none) f(key, o);
    }
    void clear() { keys_.clear(); }

private:
    struct round {
        bool own_only = false, writes = false, is_new = false, fought = false, other_body = false,
             is_late = false;
    };
    void observe(const object_key& key, time_point now);
    round take(observed& o, time_point now);
    void take_causes(observed& o, round& r);
    void take_write(observed& o, write& w, round& r);
    verdict judge(observed& o, const round& r, time_point now);
    static void forget_cycle(observed& o);
    static bool is_at_rest(const observed& o, time_point now);

    write_counts counts_;
    std::map<object_key, observed> keys_;
    time_point next_sweep_{};
};

// The problem that a cycle is, without values of fields. `field` and `other` may be empty.
problem explain_cycle(const loop_breaker::observed& o, std::string_view field, std::string_view ours,
                      std::string_view other);
// Returns the path of the field that the change changes, in the status or outside of it; "" if it is not
// known.
std::string changed_field(const std::optional<loop_breaker::change>& c, bool of_status);

}}  // namespace setpoint::v0
