#include "apiserver/controllers/autoscaler/limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr std::int32_t usual_window = 300;  // --horizontal-pod-autoscaler-downscale-stabilization
constexpr duration longest_memory = std::chrono::hours(1);  // the longest window and period

constexpr std::string_view too_fast_up =
    "the desired replica count is increasing faster than the maximum scale rate";
constexpr std::string_view too_fast_down =
    "the desired replica count is decreasing faster than the maximum scale rate";
constexpr std::string_view too_many = "the desired replica count is more than the maximum replica count";
constexpr std::string_view too_few = "the desired replica count is less than the minimum replica count";

struct bounds {
    std::int32_t least = 0, most = 0;
    std::string_view least_reason, least_message, most_reason, most_message;
};

std::int32_t replica_count(std::int64_t n) {
    using limits = std::numeric_limits<std::int32_t>;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(n, limits::min(), limits::max()));
}

// Without behavior: at most doubled, or four.
std::int32_t usual_up_limit(std::int32_t current) {
    return replica_count(std::max<std::int64_t>(2 * std::int64_t{current}, 4));
}

void apply_bounds(limited_size& s, std::int32_t wanted, const bounds& b) {
    s.replicas = wanted;
    s.limit_reason = "DesiredWithinRange";
    s.limit_message = "the desired count is within the acceptable range";
    if (wanted < b.least) {
        s.replicas = b.least;
        s.limit_reason = b.least_reason;
        s.limit_message = b.least_message;
    } else if (wanted > b.most) {
        s.replicas = b.most;
        s.limit_reason = b.most_reason;
        s.limit_message = b.most_message;
    }
    s.limited = s.replicas != wanted;
}

}  // namespace

void scaling_history::begin(std::int32_t current, time_point now) {
    if (recommendations_.empty()) recommendations_.push_back({current, now});
}

void scaling_history::forget(time_point now) {
    for (auto* list : {&recommendations_, &ups_, &downs_})
        std::erase_if(*list, [&](const sample& s) { return now - s.at > longest_memory; });
}

void scaling_history::scaled(std::int32_t from, std::int32_t to, time_point now) {
    if (to > from)
        ups_.push_back({to - from, now});
    else if (to < from)
        downs_.push_back({from - to, now});
}

std::int64_t scaling_history::changed(const std::vector<sample>& events, std::int32_t seconds,
                                      time_point now) const {
    std::int64_t sum = 0;
    for (const sample& s : events)
        if (now - s.at < std::chrono::seconds(seconds)) sum += s.count;
    return sum;
}

std::int32_t scaling_history::stabilize(const hpa_scaling_rules* up, const hpa_scaling_rules* down,
                                        std::int32_t current, std::int32_t wanted, time_point now) {
    const auto window = [](const hpa_scaling_rules* rules, std::int32_t usual) {
        return std::chrono::seconds(rules ? rules->stabilization_window_seconds.value_or(usual) : usual);
    };
    const duration up_window = window(up, 0), down_window = window(down, usual_window);
    std::int32_t lowest = wanted, highest = wanted;
    for (const sample& s : recommendations_) {
        if (now - s.at < up_window) lowest = std::min(lowest, s.count);
        if (now - s.at <= down_window) highest = std::max(highest, s.count);
    }
    recommendations_.push_back({wanted, now});
    if (!up && !down) return highest;
    return std::min(std::max(current, lowest), highest);
}

// The size that the policies allow.
std::int32_t scaling_history::limit_of(const hpa_scaling_rules& rules, bool up, std::int32_t current,
                                       time_point now) const {
    if (rules.select_policy == "Disabled") return current;
    const bool highest = up != (rules.select_policy == "Min");
    std::int64_t best =
        highest ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    for (const hpa_scaling_policy& p : rules.policies) {
        const std::int32_t period = p.period_seconds.value_or(15), value = p.value.value_or(0);
        const std::int64_t start = current - changed(ups_, period, now) + changed(downs_, period, now);
        std::int64_t proposed = up ? start + value : start - value;
        if (p.type == "Percent") {
            const double part = value / 100.0, from = static_cast<double>(start);
            proposed = static_cast<std::int64_t>(up ? std::ceil(from * (1 + part)) : from * (1 - part));
        }
        best = highest ? std::max(best, proposed) : std::min(best, proposed);
    }
    return rules.policies.empty() ? current : replica_count(best);
}

limited_size scaling_history::limit(const horizontal_pod_autoscaler& a, std::int32_t current,
                                    std::int32_t wanted, time_point now) {
    const auto* behavior = a.spec.behavior ? &*a.spec.behavior : nullptr;
    const hpa_scaling_rules* up = behavior && behavior->scale_up ? &*behavior->scale_up : nullptr;
    const hpa_scaling_rules* down = behavior && behavior->scale_down ? &*behavior->scale_down : nullptr;
    const std::int32_t least = a.spec.min_replicas.value_or(1), most = a.spec.max_replicas.value_or(least);
    forget(now);
    const std::int32_t stable = stabilize(up, down, current, wanted, now);
    limited_size s;
    s.stabilized = stable != wanted;
    const bool rises = behavior && wanted >= current;
    s.able_reason = !s.stabilized ? "ReadyForNewScale" : rises ? "ScaleUpStabilized" : "ScaleDownStabilized";
    s.able_message =
        !s.stabilized ? "recommended size matches current size"
        : rises
            ? "recent recommendations were lower than current one, applying the lowest recent recommendation"
            : "recent recommendations were higher than current one, applying the highest recent "
              "recommendation";
    bounds b{least, most, "TooFewReplicas", too_few, "TooManyReplicas", too_many};
    if (!behavior || !up || !down) {
        if (usual_up_limit(current) < most) {
            b.most = usual_up_limit(current);
            b.most_reason = "ScaleUpLimit";
            b.most_message = too_fast_up;
        }
    } else if (stable > current) {
        const std::int32_t limit = std::max(limit_of(*up, true, current, now), current);
        b.least = stable;
        if (limit < most) b = {stable, limit, "", "", "ScaleUpLimit", too_fast_up};
    } else if (stable < current) {
        const std::int32_t limit = std::min(limit_of(*down, false, current, now), current);
        b.most = stable;
        if (limit > least) b = {limit, stable, "ScaleDownLimit", too_fast_down, "", ""};
    } else {
        b.least = b.most = stable;
    }
    apply_bounds(s, stable, b);
    return s;
}

}}}  // namespace setpoint::v0::apiserver
