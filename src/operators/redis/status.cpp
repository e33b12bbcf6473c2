#include "operators/redis/status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace redis {

using namespace setpoint;

namespace {

struct verdict {
    condition_status status;
    std::string reason, message;
};

// One pod may be away, as it is while a port is changed, if another one answers.
verdict available(const redis& self, const roster& r) {
    const int wanted = self.spec.num, ready = r.count_ready();
    if (wanted == 0) return {condition_status::false_, "ScaledToZero", "spec.num is 0."};
    const std::string how_many = fmt::format("{} of {} pods are ready.", ready, wanted);
    if (ready >= std::max(1, wanted - 1)) return {condition_status::true_, "EnoughPodsReady", how_many};
    return {condition_status::false_, "TooFewPodsReady", how_many};
}

verdict progressing(const redis& self, const roster& r, const std::optional<problem>& trouble) {
    const int left = static_cast<int>(std::ranges::count_if(r.wanted, &slot::is_ours) +
                                      static_cast<std::ptrdiff_t>(r.excess.size()));
    if (is_deleting(self.metadata))
        return {condition_status::true_, "Deleting", fmt::format("{} pods are still there.", left)};
    if (trouble) return {condition_status::false_, trouble->reason, "Waiting until the problem is solved."};
    const int outdated = r.count(pod_state::outdated);
    if (outdated > 0)
        return {condition_status::true_, "RollingOut",
                fmt::format("{} of {} pods are yet to be replaced.", outdated, self.spec.num)};
    if (r.count(pod_state::ready) < self.spec.num)
        return {condition_status::true_, "Starting",
                fmt::format("{} of {} pods are ready.", r.count_ready(), self.spec.num)};
    if (!r.excess.empty())
        return {condition_status::true_, "ScalingIn", fmt::format("{} pods are going.", r.excess.size())};
    return {condition_status::false_, "RolledOut", "All pods are as they should be."};
}

// What a container waits for that will not come by itself (kubelet's reasons), or null.
const container_state_waiting* stuck(const pod& p) {
    static constexpr std::array<std::string_view, 6> reasons = {
        "CrashLoopBackOff", "ErrImagePull",         "ImagePullBackOff",
        "InvalidImageName", "CreateContainerError", "CreateContainerConfigError"};
    for (const container_status& c : p.status.container_statuses)
        if (c.state.waiting && std::ranges::find(reasons, c.state.waiting->reason.view()) != reasons.end())
            return &*c.state.waiting;
    return nullptr;
}

verdict degraded(const roster& r, const std::optional<problem>& trouble) {
    if (trouble) return {condition_status::true_, trouble->reason, trouble->message};
    for (const slot& s : r.wanted) {
        if (!s.is_ours() || s.state == pod_state::going) continue;
        if (const auto* waiting = stuck(*s.live))
            return {condition_status::true_, waiting->reason.str(),
                    fmt::format("Pod \"{}\": {}", s.live->metadata.name, waiting->message)};
        if (s.state == pod_state::ended)
            return {condition_status::true_, "PodEnded",
                    fmt::format("Pod \"{}\" has ended; it will be replaced.", s.live->metadata.name)};
    }
    return {condition_status::false_, "AsExpected", ""};
}

}  // namespace

redis_status desired_status(const redis& self, const pods& seen, const std::optional<problem>& trouble,
                            wall_time now) {
    const roster r = call_roll(self, seen);
    const auto there = [](const slot& s) { return s.is_ours() && s.state != pod_state::going; };
    redis_status s;
    s.observed_generation = self.metadata.generation;
    s.replicas = static_cast<std::int32_t>(std::ranges::count_if(r.wanted, there) +
                                           std::ranges::count_if(r.excess, there));
    s.ready_replicas = r.count_ready();
    // Beginning with what is reported keeps the transition times of what has not changed.
    for (const char* type : {"Available", "Progressing", "Degraded"}) {
        if (const condition* c = find_condition(self.status.conditions, type)) s.conditions.push_back(*c);
    }
    const auto put = [&](const char* type, verdict v) {
        condition c;
        c.type = type;
        c.status = v.status;
        c.observed_generation = self.metadata.generation;
        c.reason = v.reason;
        c.message = v.message;
        set_condition(s.conditions, std::move(c), timestamp::from(now));
    };
    put("Available", available(self, r));
    put("Progressing", progressing(self, r, trouble));
    put("Degraded", degraded(r, trouble));
    return s;
}

}  // namespace redis
