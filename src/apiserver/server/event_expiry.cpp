#include "apiserver/server/event_expiry.hpp"

namespace setpoint::inline v0::apiserver {

void event_expiry::note(const resource& r, const record_ptr& now) {
    if (r.storage != "events" || !now) return;
    entries_.push_back({saturating_add(state_.event_loop.now(), ttl_), now->key, now->revision});
    if (entries_.size() == 1) written_.notify();
}

awaitable<void> event_expiry::run() {
    while (true) {
        if (entries_.empty()) {
            co_await written_.wait();
            continue;
        }
        co_await state_.event_loop.sleep_until(entries_.front().due);
        remove_due();
    }
}

void event_expiry::remove_due() {
    const resource_ptr events = state_.kinds.find("", "v1", "events");
    while (!entries_.empty() && entries_.front().due <= state_.event_loop.now()) {
        const entry one = std::move(entries_.front());
        entries_.pop_front();
        // A later write has its own entry.
        const record_ptr found = state_.of(*events).get(one.key);
        if (found && found->revision == one.revision) state_.drop(*events, one.key);
    }
}

}  // namespace setpoint::inline v0::apiserver
