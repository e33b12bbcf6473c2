#pragma once
// Decides which Kubernetes events are written, when, and which are only counted. No I/O and no clock.
//
// Repeats of an event (same object, type, reason and note) within six minutes are one series: the event and
// its first repeat are written at once; further repeats are written as a new count after 30 s, then with
// intervals that double up to 5 minutes. The API server keeps an event for an hour after its last write.
//
// Limits on writes, however fast a reconciler loops:
// - an object may begin 25 series, and one more every 5 minutes (as client-go's EventCorrelator);
// - at most 1,000 new series wait to be written (as client-go's broadcaster); further ones are dropped;
// - at most 4,096 series are kept; those with nothing to write that were seen longest ago are erased first
//   (as client-go's);
// - while the server cannot be reached, one write is tried after 1 s, then with intervals that double up to
//   30 s; a longer Retry-After is honoured up to 5 minutes; a write is dropped after six failures.

#include "framework/controller/lru_map.hpp"
#include "setpoint/controller/recorder.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/random.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace setpoint { inline namespace v0 {

struct event_subject {
    interned_string uid, api_version, kind, ns, name;  // the uid first: it distinguishes most objects
    friend bool operator==(const event_subject&, const event_subject&) = default;
};

// Two events with equal facts are the same event.
struct event_facts {
    event_subject regarding;
    event_type type = event_type::normal;
    std::string reason, note;
    friend bool operator==(const event_facts&, const event_facts&) = default;
};

struct event_hash {
    std::size_t operator()(const event_subject& s) const noexcept;
    std::size_t operator()(const event_facts& f) const noexcept;
};

// One API call: a POST if `create`, and otherwise a merge patch of the series.
struct event_write {
    std::uint64_t id;
    bool create;
    std::string name;
    event_facts facts;
    wall_time first, last;  // the first and the last time it was recorded
    std::int32_t count;     // 1: not a series
};

class event_aggregator {
public:
    static constexpr duration series_end = std::chrono::minutes(6);
    static constexpr duration first_refresh = std::chrono::seconds(30),
                              last_refresh = std::chrono::minutes(5);
    static constexpr unsigned burst = 25;
    static constexpr duration refill = std::chrono::seconds(300);
    static constexpr std::size_t max_unwritten = 1000, max_series = 4096, max_objects = 4096;
    static constexpr unsigned max_tries = 6;
    static constexpr duration first_hold = std::chrono::seconds(1), last_hold = std::chrono::seconds(30),
                              longest_wait = std::chrono::minutes(5);

    explicit event_aggregator(random_source& random) : random_(random), buckets_(max_objects) {}

    enum class taken : std::uint8_t { started, repeated, too_many, full };  // the last two: dropped
    taken add(event_facts facts, time_point now, wall_time wall);

    // Returns the write to make now; call done() after it. Nothing: wait until next_due().
    std::optional<event_write> next(time_point now);
    time_point next_due() const;

    enum class ended : std::uint8_t {
        written,
        gone,       // the event to patch no longer exists
        refused,    // retrying would not help
        try_again,  // retrying is safe and may help
        unknown     // it may or may not have been written, and must not be repeated
    };
    enum class verdict : std::uint8_t { sent, failed, again };
    // `wait` is the server's Retry-After; at most longest_wait is used.
    verdict done(std::uint64_t id, ended how, time_point now, duration wait = {});

    // For the shutdown: makes all unwritten events due now, and disables retries.
    void flush(time_point now);
    std::size_t pending() const { return due_.size() + in_flight_; }

private:
    struct series {
        std::uint64_t id;
        std::string name;
        wall_time first, last;
        time_point seen;          // last recorded
        time_point not_before{};  // of the next write
        duration refresh{0};      // delay after the next patch
        std::int32_t count = 1;
        std::int32_t written = 0;  // the count that the server has; 0: not created
        std::int32_t writing = 0;  // the count in the write in progress; 0: none
        bool due = false;          // in due_
        unsigned tries = 0;
    };
    // Hashed, since thousands of keys with long common prefixes are slow to compare; no code depends on their
    // order.
    using series_map = std::unordered_map<event_facts, series, event_hash>;
    struct bucket {
        double tokens;
        time_point filled;
    };

    bool take_token(const event_subject& object, time_point now);
    static bool is_idle(const series& s) { return !s.due && s.writing == 0; }
    static bool has_ended(const series& s, time_point now) {
        return is_idle(s) && now - s.seen >= series_end;
    }
    void end_idle(time_point now);
    // Returns false if every series has something to write.
    bool make_room();
    void schedule(series& s, time_point now);
    void erase(series_map::iterator at);
    std::string name_for(const event_subject& object);

    random_source& random_;
    series_map series_;
    std::unordered_map<std::uint64_t, series_map::value_type*> by_id_;
    std::set<std::pair<time_point, std::uint64_t>> due_;
    lru_map<event_subject, bucket, event_hash> buckets_;
    std::uint64_t last_id_ = 0;
    std::size_t unwritten_ = 0;  // series that were never written
    std::size_t in_flight_ = 0;
    time_point held_until_{};
    duration hold_{0};
    time_point swept_{};
    bool flushing_ = false;
};

}}  // namespace setpoint::v0
