#pragma once
// Scales the targets of HorizontalPodAutoscalers every 15 seconds.

#include "apiserver/controllers/autoscaler/plan.hpp"
#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/garbage/object_graph.hpp"
#include "setpoint/api/autoscaling_v1/scale.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// References must outlive it.
class autoscaler_controller {
public:
    // `live`: bypasses the cache. `graph`: resolves the kinds of targets.
    autoscaler_controller(cached_client& api, client& live, const object_graph& graph, event_log& events)
        : api_(api), live_(live), graph_(graph), events_(events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct remembered {
        std::string uid;
        scaling_history history;
        std::optional<selector> selects;  // the pods that it used last
    };
    awaitable<result<>> sync(context& ctx, const horizontal_pod_autoscaler& a);
    awaitable<result<std::vector<pod_ptr>>> pods_of(const horizontal_pod_autoscaler& a, std::string selector);
    std::vector<std::string> rivals_of(const horizontal_pod_autoscaler& a,
                                       const std::vector<pod_ptr>& pods) const;
    awaitable<result<>> report(const horizontal_pod_autoscaler& a,
                               const horizontal_pod_autoscaler_status& next);
    void record(const horizontal_pod_autoscaler& a, autoscaler_event e);

    cached_client& api_;
    client& live_;
    const object_graph& graph_;
    event_log& events_;
    std::map<object_key, remembered> histories_;
};

}}}  // namespace setpoint::v0::apiserver
