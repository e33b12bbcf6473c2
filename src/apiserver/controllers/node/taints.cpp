#include "apiserver/controllers/node/taints.hpp"

#include "apiserver/controllers/node/schedule_plan.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

constexpr std::string_view no_schedule = "NoSchedule", no_execute = "NoExecute";
constexpr std::string_view unschedulable_key = "node.kubernetes.io/unschedulable",
                           not_ready_key = "node.kubernetes.io/not-ready",
                           unreachable_key = "node.kubernetes.io/unreachable";

struct condition_taint {
    std::string_view condition;
    condition_status status;
    std::string_view key;
};
constexpr condition_taint condition_taints[] = {
    {"Ready", condition_status::false_, not_ready_key},
    {"Ready", condition_status::unknown, unreachable_key},
    {"MemoryPressure", condition_status::true_, "node.kubernetes.io/memory-pressure"},
    {"DiskPressure", condition_status::true_, "node.kubernetes.io/disk-pressure"},
    {"NetworkUnavailable", condition_status::true_, "node.kubernetes.io/network-unavailable"},
    {"PIDPressure", condition_status::true_, "node.kubernetes.io/pid-pressure"},
};

using key_and_effect = std::pair<std::string_view, std::string_view>;

std::vector<key_and_effect> wanted_taints(const partial_node& n) {
    std::vector<key_and_effect> out;
    for (const condition& c : n.status.conditions)
        for (const condition_taint& t : condition_taints) {
            if (c.type != t.condition || c.status != t.status) continue;
            out.emplace_back(t.key, no_schedule);
            if (t.condition == "Ready") out.emplace_back(t.key, no_execute);
        }
    if (n.spec.unschedulable.value_or(false)) out.emplace_back(unschedulable_key, no_schedule);
    return out;
}

// Whether the controller adds and removes it. Without a Ready condition it leaves the NoExecute ones.
bool is_controlled(const taint& t, bool has_ready) {
    if (t.effect == no_execute) return has_ready && (t.key == not_ready_key || t.key == unreachable_key);
    return t.effect == no_schedule &&
           (t.key == unschedulable_key ||
            std::ranges::any_of(condition_taints, [&](const condition_taint& x) { return t.key == x.key; }));
}

}  // namespace

std::optional<std::vector<taint>> corrected_taints(const partial_node& n, wall_time now) {
    std::vector<key_and_effect> missing = wanted_taints(n);
    const bool has_ready = find_condition(n.status.conditions, "Ready") != nullptr;
    std::vector<taint> next;
    for (const taint& t : n.spec.taints) {
        const auto at = std::ranges::find(missing, key_and_effect(t.key.view(), t.effect.view()));
        if (at == missing.end() && is_controlled(t, has_ready)) continue;
        if (at != missing.end()) missing.erase(at);
        next.push_back(t);
    }
    if (missing.empty() && next.size() == n.spec.taints.size()) return std::nullopt;
    for (const auto& [key, effect] : missing) {
        taint t;
        t.key = key;
        t.effect = effect;
        t.time_added = timestamp::from(now);
        next.push_back(std::move(t));
    }
    return next;
}

std::vector<taint> no_execute_taints(const partial_node& n) {
    std::vector<taint> out;
    for (const taint& t : n.spec.taints)
        if (t.effect == no_execute) out.push_back(t);
    return out;
}

std::optional<duration> tolerated_time(const std::vector<toleration>& tolerations,
                                       const std::vector<taint>& taints) {
    constexpr std::int64_t longest =
        std::chrono::duration_cast<std::chrono::seconds>(duration::max()).count();
    std::optional<std::int64_t> least;
    for (const taint& t : taints) {
        const auto at =
            std::ranges::find_if(tolerations, [&](const toleration& x) { return tolerates({x}, t); });
        if (at == tolerations.end()) return duration::zero();
        if (!at->toleration_seconds) continue;
        const std::int64_t seconds = std::clamp<std::int64_t>(*at->toleration_seconds, 0, longest);
        least = std::min(least.value_or(longest), seconds);
    }
    if (!least || taints.empty()) return std::nullopt;
    return std::chrono::seconds(*least);
}

}}}  // namespace setpoint::v0::apiserver
