#include "apiserver/controllers/disruption/budget_plan.hpp"

#include "apiserver/go/seconds.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

// The time that an evicted pod has to be deleted.
constexpr std::chrono::seconds deletion_timeout = std::chrono::minutes(2);
constexpr const char* allowed_type = "DisruptionAllowed";

condition allowed_condition(bool allowed, generation_number seen) {
    condition c;
    c.type = allowed_type;
    c.status = to_status(allowed);
    c.observed_generation = seen;
    c.reason = allowed ? "SufficientPods" : "InsufficientPods";
    return c;
}

// The time left for the deletion of an evicted pod; empty if it was not evicted, or is being
// deleted.
std::optional<duration> deletion_time_left(const partial_budget& b, const partial_pod& p, wall_time now) {
    if (is_deleting(p.metadata)) return std::nullopt;
    const auto at = b.status.disrupted_pods.find(p.metadata.name);
    if (at == b.status.disrupted_pods.end()) return std::nullopt;
    const auto since = timestamp::parse(at->second.view());
    return since ? std::optional<duration>(time_left(*since, deletion_timeout, now)) : std::nullopt;
}

// The evicted pods that still exist, and when the first of them counts again.
string_map still_disrupted(const partial_budget& b, const std::vector<pod_ptr>& pods, wall_time now,
                           std::optional<duration>& again) {
    string_map out;
    for (const pod_ptr& p : pods) {
        const auto left = deletion_time_left(b, *p, now);
        if (!left || *left < duration::zero()) continue;
        again = again ? std::min(*again, *left) : *left;
        out[p->metadata.name] = b.status.disrupted_pods.find(p->metadata.name)->second;
    }
    return out;
}

}  // namespace

std::optional<selector> selector_of(const partial_budget& b) {
    if (!b.spec.selector.is_object()) return std::nullopt;
    const auto labels = json::decode<label_selector>(boost::json::serialize(b.spec.selector));
    if (!labels) return std::nullopt;
    auto s = to_selector(*labels);
    return s ? std::optional(std::move(*s)) : std::nullopt;
}

bool is_overdue(const partial_budget& b, const partial_pod& p, wall_time now) {
    const auto left = deletion_time_left(b, p, now);
    return left && *left < duration::zero();
}

bool needs_scale(const partial_budget& b) {
    return b.spec.max_unavailable.is_set() || b.spec.min_available.is_string();
}

result<budget_goal> goal_of(const partial_budget& b, std::int32_t pods, std::int32_t scale) {
    budget_goal g;
    if (b.spec.max_unavailable.is_set()) {
        const auto most = b.spec.max_unavailable.scaled(scale, true);
        if (!most) return most.error();
        g.expected = scale;
        g.desired = std::max(scale - *most, 0);
    } else if (b.spec.min_available.is_integer()) {
        g.expected = pods;
        g.desired = b.spec.min_available.integer();
    } else if (b.spec.min_available.is_set()) {
        const auto least = b.spec.min_available.scaled(scale, true);
        if (!least) return least.error();
        g.expected = scale;
        g.desired = *least;
    }
    return g;
}

budget_report report_budget(const partial_budget& b, const budget_goal& goal,
                            const std::vector<pod_ptr>& pods, wall_time now) {
    budget_report r;
    partial_budget_status& s = r.status;
    s.conditions = b.status.conditions;
    s.observed_generation = b.metadata.generation;
    s.disrupted_pods = still_disrupted(b, pods, now, r.again);
    const auto healthy = std::ranges::count_if(pods, [&](const pod_ptr& p) {
        return !is_deleting(p->metadata) && !s.disrupted_pods.contains(p->metadata.name) && is_ready(*p);
    });
    s.current_healthy = static_cast<std::int32_t>(healthy);
    s.desired_healthy = goal.desired;
    s.expected_pods = goal.expected;
    // A budget without pods allows nothing: its first pods may appear before the next reconcile.
    s.disruptions_allowed = goal.expected > 0 ? std::max(*s.current_healthy - goal.desired, 0) : 0;
    set_condition(s.conditions, allowed_condition(*s.disruptions_allowed > 0, s.observed_generation),
                  timestamp::from(now));
    return r;
}

partial_budget_status failed_budget(const partial_budget& b, std::string_view why, wall_time now) {
    partial_budget_status s = b.status;
    s.disruptions_allowed = 0;
    condition c = allowed_condition(false, s.observed_generation);
    c.reason = "SyncFailed";
    c.message = why;
    set_condition(s.conditions, std::move(c), timestamp::from(now));
    return s;
}

}}}  // namespace setpoint::v0::apiserver
