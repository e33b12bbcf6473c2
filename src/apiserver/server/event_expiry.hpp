#pragma once
// Removes Events some time after their last write, as etcd does for kube-apiserver (--event-ttl).

#include "apiserver/rest/server_state.hpp"

#include <deque>

namespace setpoint::inline v0::apiserver {

class event_expiry {
public:
    // `w` must outlive it.
    event_expiry(server_state& w, duration ttl) : state_(w), ttl_(ttl), written_(w.event_loop) {}
    // To be called after each change of a stored object; `now` is null if it was removed.
    void note(const resource& r, const record_ptr& now);
    // Removes Events when they are due, until it is cancelled.
    awaitable<void> run();

private:
    struct entry {
        time_point due;
        object_key key;
        std::uint64_t revision;
    };
    void remove_due();

    server_state& state_;
    duration ttl_;
    std::deque<entry> entries_;  // one for each write, the earliest first
    notifier written_;           // when there is a first entry
};

}  // namespace setpoint::inline v0::apiserver
