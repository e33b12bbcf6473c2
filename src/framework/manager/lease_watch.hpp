#pragma once
// Follows a Lease for a standby, so that one that is given back is noticed at once and not at the next look.
// It only says when looking is worth while: whoever takes the Lease reads it first. Without it (the Role does
// not allow it, the connection is gone) looks go on as they do.

#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"

#include <utility>

namespace setpoint {

struct watch_frame;

class lease_watch {
public:
    // A leader renews far more often; longer silence means a connection that is dead.
    static constexpr duration silence_limit = std::chrono::seconds(75);
    static constexpr std::int64_t server_timeout_seconds = 300;

    lease_watch(loop& l, client& api, logger log, object_key key)
        : loop_(l), api_(api), log_(std::move(log)), key_(std::move(key)), changed_(l) {}

    // Until it is cancelled; failures are retried, from 0.8 s doubling to 30 s.
    awaitable<void> run();
    // Whether the Lease was seen without a holder, or deleted, since the last call.
    bool take_free() noexcept { return std::exchange(free_, false); }
    // Returns when that may be so, or at `due`.
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

}  // namespace setpoint
