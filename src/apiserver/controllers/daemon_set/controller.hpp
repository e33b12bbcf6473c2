#pragma once
// Maintains one pod of each DaemonSet on every node that fits.

#include "apiserver/controllers/daemon_set/plan.hpp"
#include "apiserver/controllers/history/control.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <memory>

namespace setpoint { inline namespace v0 { namespace apiserver {

// References must outlive it.
class daemon_set_controller {
public:
    // `live`: bypasses the cache.
    daemon_set_controller(loop& l, cached_client& api, client& live, event_log& events)
        : api_(api), pods_(l, api, live, events), history_(api, live) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct revised {
        std::string hash;
        std::int32_t collisions = 0;
        std::vector<revision_ptr> old;  // sorted
    };
    awaitable<result<revised>> revise(const partial_daemon_set& set, const pod_owner& owner,
                                      const std::vector<pod_ptr>& pods);
    awaitable<result<revision_ptr>> create_revision(const partial_daemon_set& set, const pod_owner& owner,
                                                    std::int64_t number, std::int32_t& collisions);
    // Keeps the newest of several revisions with the set's template.
    awaitable<result<>> merge(std::vector<revision_ptr> same, const std::vector<pod_ptr>& pods);
    awaitable<result<>> apply(const partial_daemon_set& set, pod_owner owner, const std::string& hash,
                              daemon_plan plan);
    awaitable<result<>> report(const partial_daemon_set& set, const partial_daemon_set_status& next);

    cached_client& api_;
    pod_control pods_;
    revision_control history_;
    failed_pod_backoff failed_;
};

}}}  // namespace setpoint::v0::apiserver
