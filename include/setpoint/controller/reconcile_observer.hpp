#pragma once
// Observes controllers, for test kits: which change queued which key, and when its reconcile starts.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/queue/lane.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 {

// A controller calls these from its loop. They must return soon and must not throw. Views and references are
// valid during the call.
// Called for every controller of the process that it was passed to, hence the first parameter.
struct reconcile_observer {
    virtual ~reconcile_observer() = default;
    // A change of `object` queued `key`, which may have been queued already. `reason` is that of
    // context::reason(): "Deployment changed".
    virtual void queued(std::string_view controller, const object_key& key, std::string_view reason,
                        const kind_info& kind, const object_key& object) = 0;
    // Returns how much later than now a change of `object` is to queue `key`: test kits imitate a mapping
    // that is lost until the next resync. Called before queued(), which is then not called. Zero: now.
    virtual duration delays(std::string_view controller, const object_key& key, const kind_info& kind,
                            const object_key& object) {
        static_cast<void>(controller), static_cast<void>(key), static_cast<void>(kind),
            static_cast<void>(object);
        return duration::zero();
    }
    // The loop breaker has found a cycle of `key`; `pattern` is "loop" or "fight". Returns whether the
    // controller slows the key; otherwise the cycle is only reported.
    virtual bool slows(std::string_view controller, const object_key& key, std::string_view pattern) {
        static_cast<void>(controller), static_cast<void>(key), static_cast<void>(pattern);
        return true;
    }
    // The running task has posted `key` to a channel of the controller.
    virtual void posted(std::string_view controller, const object_key& key) = 0;
    // A reconcile of `key` starts. `reason` is the cause that last set its time: a change, "channel", "retry"
    // or "requeue_after".
    virtual void began(std::string_view controller, const object_key& key, std::string_view reason,
                       lane in) = 0;
    // That reconcile has ended. Not called if it was cancelled.
    virtual void ended(std::string_view controller, const object_key& key, const outcome& how) {
        static_cast<void>(controller), static_cast<void>(key), static_cast<void>(how);
    }
};

}}  // namespace setpoint::v0
