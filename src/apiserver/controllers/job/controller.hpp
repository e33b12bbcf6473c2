#pragma once
// Runs Jobs.

#include "apiserver/controllers/job/plan.hpp"
#include "apiserver/controllers/pod/control.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <map>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// References must outlive it.
class job_controller {
public:
    // `live`: bypasses the cache.
    job_controller(loop& l, cached_client& api, client& live, event_log& events)
        : api_(api), live_(live), events_(events), pods_(l, api, live, events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct step {
        bool more = false;  // something was counted: continue at once
        std::optional<duration> again;
    };
    awaitable<result<step>> advance(context& ctx, object_key key);
    awaitable<result<>> apply_pods(const partial_job& job, const pod_owner& owner, job_plan& plan);
    awaitable<result<>> report(const partial_job& job, const partial_job_status& next);
    // Whether the API still has an uncounted pod of the job.
    awaitable<result<bool>> has_uncounted_pods(const pod_owner& owner);
    awaitable<result<>> remove_finalizer(pod_ptr p);
    awaitable<result<>> release_orphans(object_key job);

    cached_client& api_;
    client& live_;
    event_log& events_;
    pod_control pods_;
    struct remembered {
        std::string uid;
        backoff_record record;
    };
    // Of the Jobs that have not finished, as the store of kube-controller-manager: lost in a restart.
    std::map<object_key, remembered> backoffs_;
};

}}}  // namespace setpoint::v0::apiserver
