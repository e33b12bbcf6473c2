#pragma once
// Watches a Lease for a standby, so that a release is noticed at once and not only at the next read. It only
// makes the standby read sooner; the Lease is always read before it is taken. If the watch fails (the Role
// does not allow it, or the connection is lost), the regular reads continue.

#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"

#include <utility>

namespace setpoint { inline namespace v0 {

struct watch_frame;

class lease_watch {
public:
    // A leader renews far more often, so a longer silence means that the connection is dead.
    static constexpr duration silence_limit = std::chrono::seconds(75);
    static constexpr std::int64_t server_timeout_seconds = 300;

    lease_watch(loop& l, client& api, logger log, object_key key)
        : loop_(l), api_(api), log_(std::move(log)), key_(std::move(key)), changed_(l) {}

    // Runs until cancelled; retries failures after 0.8 s, doubling to 30 s.
    awaitable<void> run();
    // Returns whether the Lease was seen deleted or without a holder since the last call.
    bool take_free() noexcept { return std::exchange(free_, false); }
    // Waits until that may be the case, at most until `due`.
    awaitable<void> wait(time_point due) { (void)co_await changed_.wait(due); }

private:
    awaitable<result<>> follow();
    void take(const watch_frame& frame);

    loop& loop_;
    client& api_;
    logger log_;
    object_key key_;
    notifier changed_;
    bool free_ = false, complained_ = false;
};

}}  // namespace setpoint::v0
