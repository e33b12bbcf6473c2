#pragma once
// Removes Events some time after their last write, as etcd does for kube-apiserver (--event-ttl).

#include "apiserver/state/server_state.hpp"

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

class event_expiry {
public:
    // `w` must outlive it.
    event_expiry(server_state& w, duration ttl) : state_(w), ttl_(ttl), written_(w.event_loop) {}
    // To be called after each change of a stored object, of which one of `before` and `now` may be null.
    void note(const resource& r, const record_ptr& before, const record_ptr& now);
    // Removes Events when they are due, until it is cancelled.
    awaitable<void> run();
    // Of the Events that are to be removed.
    std::size_t size() const { return due_.size(); }

private:
    void remove_first();

    server_state& state_;
    duration ttl_;
    // One for each Event, however often it is written.
    std::map<object_key, time_point> due_;
    std::set<std::pair<time_point, object_key>> order_;
    notifier written_;  // when there is a first one
};

}}}  // namespace setpoint::v0::apiserver
