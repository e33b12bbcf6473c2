#pragma once
// The work queue of a controller: which key is reconciled next, and when. A machine: it has no timer, thread
// or coroutine, and is told the time, which must not go back from one call to the next.
//
// - A key is in the queue at most once, and is never handed out again until it is done. What is added while
//   it is being processed takes effect when it is done: after a success 2 ms later (settle_time), after a
//   failure at once.
// - Lanes: fresh before retry before timer before initial, each first in, first out; every eighth pop takes
//   the key that has been eligible longest, so that no lane starves.
// - Of several adds of a key, the earliest time and the best lane win. A key that gets into a better lane
//   queues at its end.
// - A key that failed waits 5 ms, doubled with each further failure up to 1,000 s. An event during the wait
//   runs it at once; if it fails again before the wait would have been over, neither the number of failures
//   nor the end of the wait changes.
// - Adding never blocks and never fails: the queue is bounded by the number of keys.

#include "setpoint/queue/slot_queue.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include <functional>
#include <utility>

namespace setpoint {

// Key: default constructible, copyable, equality comparable; Hash: std::hash or like it.
template <class Key, class Hash = std::hash<Key>>
class work_queue {
public:
    using ticket = slot_queue::ticket;
    struct item {
        Key key;
        lane in;
        time_point since;         // eligible since
        unsigned attempt;         // failures so far; 0: the last run did not fail
        std::string_view reason;  // of the latest add that decided the lane and the time; "retry" and
                                  // "requeue_after" are ours
        ticket at;                // for done
    };

    explicit work_queue(retry_policy policy = {})
        : slots_(policy), index_(0, hash_of{this}, same_key{this}) {}
    work_queue(const work_queue&) = delete;
    work_queue& operator=(const work_queue&) = delete;

    // Makes the key eligible now. `reason` must outlive the queue (a literal): it says in logs why the key
    // was run. True: a key has become eligible, or will be sooner than before; wake whoever waits until
    // next_due().
    bool add(const Key& key, lane in, time_point now, std::string_view reason = {}) {
        return !slots_.is_shut_down() && slots_.wake(slot_of(key), in, now, now, reason);
    }
    // Makes the key eligible at `due`, exactly, in the timer lane. No effect for `never`.
    bool add_at(const Key& key, time_point due, time_point now, std::string_view reason = {}) {
        if (slots_.is_shut_down() || due == never) return false;
        return slots_.wake(slot_of(key), lane::timer, due, now, reason);
    }
    // Hands out a key to process; one of the done functions must follow. Nothing: wait until next_due().
    std::optional<item> pop(time_point now) {
        const std::optional<slot_queue::popped> p = slots_.pop(now);
        if (!p) return std::nullopt;
        return item{names_[p->at.id].key, p->in, p->since, p->attempt, p->reason, p->at};
    }

    // How the processing of a key ended. Each returns when the key is eligible next: never when nothing is
    // left to do, and it was not added meanwhile. A second done for one item throws std::logic_error.

    // It succeeded: its failures are forgotten, and so is the wait for a retry.
    time_point done(ticket t, time_point now) { return release(t, slots_.done(t, now)); }
    // It succeeded and asked to be run again at `due`.
    time_point done_requeue(ticket t, time_point due, time_point now) {
        return release(t, slots_.done_requeue(t, due, now));
    }
    // It failed: it is tried again after its back-off.
    time_point done_retry(ticket t, time_point now) { return release(t, slots_.done_retry(t, now)); }
    // It failed in a way that trying again does not help: it is not run until it is added again, and then has
    // a clean record (controller-runtime keeps the count, and lets the next failure wait as if it were one of
    // a series).
    time_point done_terminal(ticket t, time_point now) { return release(t, slots_.done_terminal(t, now)); }

    // When pop() has something to hand out: time_point::min() when it has already, never when nothing is in
    // the queue.
    time_point next_due() const { return slots_.next_due(); }
    // From now on pop() hands out nothing and adds are ignored; keys being processed may still be done.
    void shutdown() { slots_.shutdown(); }
    bool is_shut_down() const { return slots_.is_shut_down(); }
    // Forgets all keys, also those being processed: no done must follow for them. Totals go on.
    void clear() {
        slots_.clear();
        index_.clear();
        names_.clear();
    }

    // O(keys due in the retry and timer lanes + keys being processed).
    queue_stats stats(time_point now) const { return slots_.stats(now); }
    // f(key, start time), in the order of starting. f must not change the queue.
    template <class F>
    void for_each_in_flight(F&& f) const {
        slots_.for_each_in_flight([&](slot id, time_point started) { f(names_[id].key, started); });
    }

private:
    using slot = slot_queue::slot;
    struct name {
        Key key{};
        std::size_t hash = 0;
    };
    // The index holds slots and finds them by key: a key is stored once, and nothing is allocated per add.
    struct hash_of {
        using is_transparent = void;
        const work_queue* queue;
        std::size_t operator()(slot id) const { return queue->names_[id].hash; }
        std::size_t operator()(const std::pair<const Key&, std::size_t>& k) const { return k.second; }
    };
    struct same_key {
        using is_transparent = void;
        const work_queue* queue;
        bool operator()(slot a, slot b) const { return a == b; }
        bool operator()(const std::pair<const Key&, std::size_t>& k, slot id) const {
            return queue->names_[id].hash == k.second && queue->names_[id].key == k.first;
        }
        bool operator()(slot id, const std::pair<const Key&, std::size_t>& k) const { return (*this)(k, id); }
    };

    slot slot_of(const Key& key) {
        const std::size_t hash = Hash()(key);
        if (const auto found = index_.find(std::pair<const Key&, std::size_t>(key, hash));
            found != index_.end()) {
            return *found;
        }
        const slot id = slots_.open();
        if (id == names_.size()) names_.emplace_back();
        names_[id] = name{key, hash};
        index_.insert(id);
        return id;
    }
    time_point release(ticket t, time_point due) {
        if (due == never) {
            index_.erase(t.id);
            names_[t.id] = name{};
        }
        return due;
    }

    slot_queue slots_;
    std::vector<name> names_;  // by slot
    boost::unordered_flat_set<slot, hash_of, same_key> index_;
};

}  // namespace setpoint
