#pragma once
// Rolls out Deployments.

#include "apiserver/controllers/deployment/plan.hpp"
#include "apiserver/controllers/event_log.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// References must outlive it.
class deployment_controller {
public:
    // `live`: bypasses the cache.
    deployment_controller(cached_client& api, client& live, event_log& events)
        : api_(api), live_(live), events_(events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<deployment_seen>> observe(const partial_deployment& d);
    awaitable<result<>> adopt_sets(const partial_deployment& d, const selector& chosen,
                                   deployment_seen& seen);
    awaitable<result<>> find_pods(const partial_deployment& d, const selector& chosen, deployment_seen& seen);
    awaitable<result<>> change_owner(const partial_deployment& d, const partial_replica_set& s, bool adopt);
    awaitable<result<>> apply(context& ctx, const partial_deployment& d, deployment_plan plan);
    awaitable<result<>> create_set(context& ctx, const partial_deployment& d, const deployment_plan& plan);
    awaitable<result<>> handle_name_collision(const partial_deployment& d, const deployment_plan& plan,
                                              error why);
    awaitable<result<>> report(const partial_deployment& d, const partial_deployment_status& next,
                               std::string revision);
    void record(const partial_deployment& d, event_type type, std::string reason, std::string message);

    cached_client& api_;
    client& live_;
    event_log& events_;
};

}}}  // namespace setpoint::v0::apiserver
