#pragma once
// Watches controllers at work: which change queued which key, and when its reconcile begins. For test kits.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/queue/lane.hpp"

#include <string_view>

namespace setpoint {

// Called by a controller from its loop, once a change or reconcile; must return soon and not throw. Views and
// references are valid during the call.
struct reconcile_observer {
    virtual ~reconcile_observer() = default;
    // A change of `object` queued `key`, which may have been queued already. `reason` as reconciles report
    // it: "Deployment changed".
    virtual void queued(std::string_view controller, const object_key& key, std::string_view reason,
                        const kind_info& kind, const object_key& object) = 0;
    // The task that runs has posted `key` to a channel of the controller.
    virtual void posted(std::string_view controller, const object_key& key) = 0;
    // A reconcile of `key` begins. `reason` is the last thing that decided when: a change, "channel", "retry"
    // or "requeue_after".
    virtual void began(std::string_view controller, const object_key& key, std::string_view reason,
                       lane in) = 0;
};

}  // namespace setpoint
