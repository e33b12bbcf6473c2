#pragma once
// The work queue of a controller: which key is reconciled next, and when. It has no timer, thread
// or coroutine. Callers pass the current time, which must not decrease from call to call.
//
// - A key is in the queue at most once and is not handed out again until it is done. Adds during
//   processing take effect afterwards: 2 ms later after a success (settle_time), immediately after a
//   failure.
// - Lanes: fresh before retry before timer before initial, each first in, first out. Every eighth
//   pop takes the key that has been eligible longest, so that no lane starves.
// - If a key is added several times, the earliest time and the best lane win. A key that moves to a
//   better lane joins its end.
// - A failed key waits 5 ms, doubled with each further failure up to 1,000 s. An event during the
// wait runs it immediately. If that run fails before the wait would have ended, neither the failure
//   count nor the end of the wait changes.
// - Adding never blocks or fails: the queue is bounded by the number of keys.
//
//     work_queue<object_key> queue;
//     queue.add(key, lane::fresh, l.now(), "Deployment changed");
//     while (auto next = queue.pop(l.now())) queue.done(next->at, l.now());

#include "setpoint/queue/detail/slot_queue.hpp"

#include <boost/unordered/unordered_flat_set.hpp>

#include <functional>
#include <utility>

namespace setpoint { inline namespace v0 {

// Key must be default constructible, copyable and equality comparable. Hash is like std::hash. Not
// thread-safe. Operations take expected O(1), or O(log n) for keys that wait in the retry and timer
// lanes.
template <class Key, class Hash = std::hash<Key>>
class work_queue {
public:
    using ticket = slot_queue::ticket;
    // A key that was handed out. `reason` is valid as long as the text that was passed to add().
    struct item {
        Key key;
        lane in;
        time_point since;         // eligible since
        unsigned attempt;         // failures so far; 0 if the last run did not fail
        std::string_view reason;  // of the last add that changed the lane or the time; the
                                  // queue itself sets "retry" and "requeue_after"
        ticket at;                // for done
    };

    // `policy` is copied; it applies to all keys.
    explicit work_queue(retry_policy policy = {})
        : slots_(policy), index_(0, hash_of{this}, same_key{this}) {}
    work_queue(const work_queue&) = delete;
    work_queue& operator=(const work_queue&) = delete;

    // Makes the key eligible now. `reason` appears in logs as the cause of the run and must outlive
    // the queue (a literal). Returns true if a key has become eligible, or will be sooner than
    // before: then wake whoever waits until next_due().
    // Ignored after shutdown().
    bool add(const Key& key, lane in, time_point now, std::string_view reason = {}) {
        return !slots_.is_shut_down() && slots_.wake(slot_of(key), in, now, now, reason);
    }
    // Makes the key eligible exactly at `due`, in the timer lane. No effect if `due` is `never`.
    bool add_at(const Key& key, time_point due, time_point now, std::string_view reason = {}) {
        if (slots_.is_shut_down() || due == never) return false;
        return slots_.wake(slot_of(key), lane::timer, due, now, reason);
    }
    // Returns a key to process; one of the done functions must follow. Returns nothing if no key is
    // eligible: wait until next_due().
    std::optional<item> pop(time_point now) {
        const std::optional<slot_queue::popped> p = slots_.pop(now);
        if (!p) return std::nullopt;
        return item{names_[p->at.id].key, p->in, p->since, p->attempt, p->reason, p->at};
    }

    // The done functions end the processing of a key. Each returns when the key is eligible next,
    // or `never` if it was not added meanwhile and nothing is left to do. A second call for one
    // item throws std::logic_error.

    // Success: resets the failure count and any wait for a retry.
    time_point done(ticket t, time_point now) { return release(t, slots_.done(t, now)); }
    // Success with a request to run again at `due`.
    // Precondition: `due` is not `never`; use done() for that. The failure count is reset, as by
    // done().
    time_point done_requeue(ticket t, time_point due, time_point now) {
        return release(t, slots_.done_requeue(t, due, now));
    }
    // Failure: the key is retried after its back-off.
    // An event that arrived meanwhile has priority: the key then runs immediately.
    time_point done_retry(ticket t, time_point now) { return release(t, slots_.done_retry(t, now)); }
    // Failure that a retry cannot fix: the key runs only when it is added again, and its failure
    // count is reset. (controller-runtime keeps the count, so that the next failure waits as if it
    // continued the series.)
    time_point done_terminal(ticket t, time_point now) { return release(t, slots_.done_terminal(t, now)); }

    // Returns when pop() can hand out a key: time_point::min() if it can now, `never` if the queue
    // is empty.
    time_point next_due() const { return slots_.next_due(); }
    // Stops the queue: pop() hands out nothing and adds are ignored. Keys being processed may still
    // be done.
    void shutdown() { slots_.shutdown(); }
    // Whoever takes keys in a loop tests it, since next_due() of a stopped queue is `never`.
    bool is_shut_down() const { return slots_.is_shut_down(); }
    // Drops all keys, including those being processed; no done call must follow for them. Totals
    // remain.
    // Also the failure counts are lost: a key that is added again starts without a back-off.
    void clear() {
        slots_.clear();
        index_.clear();
        names_.clear();
    }

    // O(keys due in the retry and timer lanes + keys being processed).
    // For metrics and debug output, not for every operation.
    queue_stats stats(time_point now) const { return slots_.stats(now); }
    // Calls f(key, start time), in start order. f must not change the queue.
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
    // The index stores slots and finds them by key: each key is stored once, and an add allocates
    // nothing.
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

    // Finds the key's slot, or opens one. Hashes the key once.
    slot slot_of(const Key& key) {
        const std::size_t hash = Hash()(key);
        if (const auto found = index_.find(std::pair<const Key&, std::size_t>(key, hash));
            found != index_.end()) {
            return *found;
        }
        name made{key, hash};  // if the copy throws, no slot is lost
        const slot id = slots_.open();
        if (id == names_.size()) names_.emplace_back();
        names_[id] = std::move(made);
        index_.insert(id);
        return id;
    }
    // Forgets the key if its slot is free, so that the queue holds no key that is neither queued nor in
    // flight.
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

}}  // namespace setpoint::v0
