#pragma once
// Decides which events are written, counted, combined and dropped, as client-go's EventCorrelator does
// (tools/record/events_cache.go). No I/O and no clock.

#include "framework/controller/lru_map.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/clock.hpp"

#include <cstdint>
#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct event_note;

// What to do with an event.
struct observed_event {
    bool skip = false;       // the object has too many events
    bool combined = false;   // it stands for several with the same reason
    std::string name;        // of the Event to create, or to update
    std::int64_t count = 1;  // over 1: the Event of that name exists
    timestamp first;         // when it was first observed
};

// - An event that is equal in all respects is counted.
// - Ten events that differ in their messages only, with at most 10 minutes between two of them, are combined
//   into one, and so are those that follow.
// - A component may write 25 events of one type about an object, and one more every 5 minutes.
// 4,096 entries of each sort are remembered.
class event_correlator {
public:
    static constexpr std::size_t max_similar = 10, max_entries = 4096;
    static constexpr duration similar_within = std::chrono::minutes(10);
    static constexpr double burst = 25;
    static constexpr duration refill = std::chrono::minutes(5);

    // `name`: of a new Event.
    observed_event observe(const event_note& note, std::string name, time_point now, wall_time wall);

private:
    struct similar_events {
        std::set<std::size_t> messages;  // hashes
        time_point last;
    };
    struct logged_event {
        std::string name;
        std::int64_t count = 0;
        timestamp first;
    };
    struct bucket {
        double tokens = burst;
        time_point filled;
    };
    bool is_similar(const event_note& note, const std::string& key, time_point now);
    bool take_token(const std::string& key, time_point now);

    lru_map<std::string, similar_events> similar_{max_entries};
    lru_map<std::string, logged_event> logged_{max_entries};
    lru_map<std::string, bucket> buckets_{max_entries};
};

}}}  // namespace setpoint::v0::apiserver
