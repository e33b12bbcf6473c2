#pragma once
// Mirrors Endpoints made by hand, for Services without a selector, into EndpointSlices.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/service/mirror_plan.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class mirror_controller {
public:
    // References must outlive it.
    mirror_controller(client& api, event_log& events) : api_(api), events_(events) {}
    // `key`: of the Endpoints, which is that of the Service.
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<>> write(const mirror_plan::write& w);
    awaitable<result<>> apply(const mirror_plan& plan);

    client& api_;
    event_log& events_;
};

}}}  // namespace setpoint::v0::apiserver
