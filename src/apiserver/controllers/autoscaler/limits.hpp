#pragma once
// How fast and how far an autoscaler may scale: stabilization windows, policies and limits. No I/O
// (kubernetes' pkg/controller/podautoscaler/horizontal.go).

#include "setpoint/api/autoscaling_v2/horizontal_pod_autoscaler.hpp"
#include "setpoint/core/clock.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

struct limited_size {
    std::int32_t replicas = 0;
    bool stabilized = false, limited = false;
    std::string able_reason, able_message;    // of the condition AbleToScale
    std::string limit_reason, limit_message;  // of the condition ScalingLimited
};

// What one autoscaler remembers.
class scaling_history {
public:
    // Call for each reconcile, before limit(): the first one's size counts as a recommendation.
    void begin(std::int32_t current, time_point now);
    // The size that the target may get, and why it is not the wanted one.
    limited_size limit(const horizontal_pod_autoscaler& a, std::int32_t current, std::int32_t wanted,
                       time_point now);
    void scaled(std::int32_t from, std::int32_t to, time_point now);

private:
    struct sample {
        std::int32_t count = 0;
        time_point at;
    };
    std::int32_t stabilize(const hpa_scaling_rules* up, const hpa_scaling_rules* down, std::int32_t current,
                           std::int32_t wanted, time_point now);
    std::int64_t changed(const std::vector<sample>& events, std::int32_t seconds, time_point now) const;
    std::int32_t limit_of(const hpa_scaling_rules& rules, bool up, std::int32_t current,
                          time_point now) const;
    void forget(time_point now);

    std::vector<sample> recommendations_, ups_, downs_;
};

}}}  // namespace setpoint::v0::apiserver
