#pragma once
// Maintains the pods of ReplicaSets and ReplicationControllers.

#include "apiserver/controllers/pod/control.hpp"
#include "apiserver/controllers/replica_set/plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// T: partial_replica_set or partial_replication_controller. References must outlive it.
template <class T>
class replica_controller {
public:
    // `live`: bypasses the cache.
    replica_controller(loop& l, cached_client& api, client& live, event_log& events)
        : api_(api), events_(events), pods_(l, api, live, events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct made {
        std::vector<pod_ptr> pods;  // the pods after the step
        std::string failure;
        std::optional<error> why;
    };
    awaitable<made> apply(const T& self, const pod_owner& owner, std::vector<pod_ptr> owned,
                          replica_plan plan);
    awaitable<result<std::vector<pod_ptr>>> related(const T& self);
    awaitable<result<>> report(const T& self, partial_replica_status next);

    cached_client& api_;
    event_log& events_;
    pod_control pods_;
};

extern template class replica_controller<partial_replica_set>;
extern template class replica_controller<partial_replication_controller>;

}}}  // namespace setpoint::v0::apiserver
