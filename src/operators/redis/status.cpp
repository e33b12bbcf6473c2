#include "operators/redis/status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace redis {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

// One pod may be missing, as during a change of the port, if another one is ready.
condition_state available(const redis& self, const pod_set& r) {
    const int wanted = self.spec.num, ready = r.count_ready();
    if (wanted == 0) return condition_false("ScaledToZero", "spec.num is 0.");
    const std::string how_many = fmt::format("{} of {} pods are ready.", ready, wanted);
    if (ready >= std::max(1, wanted - 1)) return condition_true("EnoughPodsReady", how_many);
    return condition_false("TooFewPodsReady", how_many);
}

condition_state progressing(const redis& self, const pod_set& r, const std::optional<problem>& why) {
    const int left = static_cast<int>(std::ranges::count_if(r.wanted, &slot::is_ours) +
                                      static_cast<std::ptrdiff_t>(r.excess.size()));
    if (is_deleting(self.metadata)) return condition_true("Deleting", fmt::format("{} pods remain.", left));
    if (why) return condition_false(why->reason, "Waiting until the problem is solved.");
    const int outdated = r.count(pod_state::outdated);
    if (outdated > 0)
        return condition_true(
            "RollingOut", fmt::format("{} of {} pods have not been replaced yet.", outdated, self.spec.num));
    if (r.count(pod_state::ready) < self.spec.num)
        return condition_true("Starting",
                              fmt::format("{} of {} pods are ready.", r.count_ready(), self.spec.num));
    if (!r.excess.empty())
        return condition_true("ScalingIn", fmt::format("{} pods are being deleted.", r.excess.size()));
    return condition_false("RolledOut", "All pods match the spec.");
}

// Returns the waiting state of a container that is unlikely to start by itself (reasons of the kubelet),
// or null.
const container_state_waiting* stuck(const pod& p) {
    static constexpr std::array<std::string_view, 6> reasons = {
        "CrashLoopBackOff", "ErrImagePull",         "ImagePullBackOff",
        "InvalidImageName", "CreateContainerError", "CreateContainerConfigError"};
    for (const container_status& c : p.status.container_statuses)
        if (c.state.waiting && std::ranges::find(reasons, c.state.waiting->reason.view()) != reasons.end())
            return &*c.state.waiting;
    return nullptr;
}

condition_state degraded(const pod_set& r, const std::optional<problem>& why) {
    if (why) return explain(why);
    for (const slot& s : r.wanted) {
        if (!s.is_ours() || s.state == pod_state::deleting) continue;
        if (const auto* waiting = stuck(*s.live))
            return condition_true(waiting->reason.str(),
                                  fmt::format("Pod \"{}\": {}", s.live->metadata.name, waiting->message));
        if (s.state == pod_state::ended)
            return condition_true(
                "PodEnded", fmt::format("Pod \"{}\" has ended; it will be replaced.", s.live->metadata.name));
    }
    return explain(std::nullopt);
}

}  // namespace

redis_status desired_status(const redis& self, const pods& seen, const std::optional<problem>& why,
                            wall_time now) {
    const pod_set r = classify(self, seen);
    const auto there = [](const slot& s) { return s.is_ours() && s.state != pod_state::deleting; };
    redis_status s;
    s.observed_generation = self.metadata.generation;
    s.replicas = static_cast<std::int32_t>(std::ranges::count_if(r.wanted, there) +
                                           std::ranges::count_if(r.excess, there));
    s.ready_replicas = r.count_ready();
    conditions(self, s, now)
        .set("Available", available(self, r))
        .set("Progressing", progressing(self, r, why))
        .set("Degraded", degraded(r, why));
    return s;
}

}  // namespace redis
