#pragma once
// Plans the next step of a HorizontalPodAutoscaler (kubernetes' pkg/controller/podautoscaler/horizontal.go).

#include "apiserver/controllers/autoscaler/limits.hpp"
#include "apiserver/controllers/autoscaler/metrics.hpp"
#include "setpoint/controller/recorder.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct autoscaler_seen {
    std::int32_t replicas = 0;        // spec.replicas of the target's scale
    std::string selector;             // status.selector of it
    std::vector<pod_ptr> pods;        // that it selects
    std::vector<std::string> rivals;  // names of other autoscalers that select some of these pods
    time_point now;
    wall_time wall_now;
};

struct autoscaler_event {
    event_type type = event_type::normal;
    std::string reason, message;
};

struct autoscaler_plan {
    std::optional<std::int32_t> scale_to;
    std::string reason;          // of the new size
    bool uses_selector = false;  // whether the pods mattered
    std::vector<autoscaler_event> events;
    horizontal_pod_autoscaler_status status;
};
// `history`: of this autoscaler; what it proposes is added.
autoscaler_plan plan_autoscaler(const horizontal_pod_autoscaler& a, const autoscaler_seen& seen,
                                scaling_history& history);

// The status if the target's scale cannot be read, or cannot be written.
horizontal_pod_autoscaler_status without_scale(const horizontal_pod_autoscaler& a, std::string_view why,
                                               wall_time now);
horizontal_pod_autoscaler_status after_failed_scaling(autoscaler_plan plan, std::string_view why,
                                                      wall_time now);

}}}  // namespace setpoint::v0::apiserver
