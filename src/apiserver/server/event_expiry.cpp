#include "apiserver/server/event_expiry.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t removed_at_once = 64;

}  // namespace

void event_expiry::note(const resource& r, const record_ptr& before, const record_ptr& now) {
    if (r.storage != "events") return;
    const object_key& key = now ? now->key : before->key;
    if (const auto known = due_.find(key); known != due_.end()) {
        order_.erase({known->second, key});
        due_.erase(known);
    }
    if (!now) return;
    const time_point due = saturating_add(state_.event_loop.now(), ttl_);
    due_.emplace(key, due);
    order_.emplace(due, key);
    if (order_.size() == 1) written_.notify();
}

awaitable<void> event_expiry::run() {
    while (true) {
        if (order_.empty()) {
            co_await written_.wait();
            continue;
        }
        const time_point due = order_.begin()->first;
        if (due > state_.event_loop.now()) {
            co_await state_.event_loop.sleep_until(due);
            continue;
        }
        for (std::size_t n = 0; n < removed_at_once && !order_.empty() && order_.begin()->first <= due; ++n)
            remove_first();
        co_await state_.event_loop.yield();
    }
}

void event_expiry::remove_first() {
    const resource_ptr events = state_.kinds.find("", "v1", "events");
    const object_key key = order_.begin()->second;
    // note() forgets it; an Event that is gone was forgotten then.
    if (!state_.drop(*events, key)) {
        due_.erase(key);
        order_.erase(order_.begin());
    }
}

}}}  // namespace setpoint::v0::apiserver
