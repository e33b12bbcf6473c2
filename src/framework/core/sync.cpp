#include "setpoint/core/sync.hpp"

namespace setpoint { inline namespace v0 {

void notifier::notify() {
    std::vector<waiter_id> woken;
    woken.swap(waiters_);
    for (const waiter_id id : woken) loop_.ready(id);
}

awaitable<bool> notifier::wait(time_point due) {
    // A wait that timed out or was cancelled leaves its id behind. Such ids are harmless but must
    // not accumulate.
    constexpr std::size_t sweep_at = 64;
    if (waiters_.size() >= sweep_at)
        std::erase_if(waiters_, [this](waiter_id id) { return !loop_.exists(id); });
    const waiter_id id = loop_.reserve();
    waiters_.push_back(id);
    const wake w = co_await loop_.wait(id, due);
    co_return w.cause == wake::by::ready;
}

awaitable<bool> latch::wait(time_point due) {
    while (!set_) {
        const bool woken = co_await notifier_.wait(due);
        if (!woken && !set_) co_return false;
    }
    co_return true;
}

}}  // namespace setpoint::v0
