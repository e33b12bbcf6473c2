#include "operators/redis/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace redis {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

std::string owner_text(const pod& p, const redis& self) {
    const owner_reference* owner = controller_of(p.metadata);
    if (!owner) return "has no controller";
    if (owner->kind == "Redis" && owner->name == self.metadata.name)
        return fmt::format("belongs to an earlier Redis \"{}\"", owner->name);
    return fmt::format("belongs to {} \"{}\"", owner->kind, owner->name);
}

// Otherwise plans again when it is. A pod whose age is unknown is old enough: its successor's age is known.
bool is_old_enough(plan& p, const pod& live, wall_time now) {
    const duration age = age_of(live, now).value_or(least_age);
    if (age < least_age) p.again = std::min(p.again.value_or(least_age), least_age - age);
    return age >= least_age;
}

void replace_ended(plan& p, const slot& s, wall_time now) {
    if (!is_old_enough(p, *s.live, now)) return;
    const interned_string& reason = s.live->status.reason;
    p.steps.push_back(
        {step::kind::remove, s.index, s.live,
         fmt::format("it has ended: {}{}{}", s.live->status.phase, reason.empty() ? "" : ", ", reason)});
}

void plan_for(plan& p, const redis& self, const slot& s, wall_time now) {
    switch (s.state) {
        case pod_state::missing:
            p.steps.push_back({step::kind::create, s.index, nullptr, {}});
            return;
        case pod_state::foreign:
            if (!p.why)
                p.why = problem{"NameTaken", fmt::format("Pod \"{}\" exists and {}; it is not taken over",
                                                         s.live->metadata.name, owner_text(*s.live, self))};
            if (split_pod_name(s.live->metadata.name)->first != self.metadata.name)
                p.again = std::min(p.again.value_or(retry_taken), retry_taken);
            return;
        case pod_state::orphaned:
            p.steps.push_back({step::kind::adopt, s.index, s.live, {}});
            return;
        case pod_state::ended:
            replace_ended(p, s, now);
            return;
        case pod_state::drifted:
            p.steps.push_back({step::kind::repair, s.index, s.live, {}});
            return;
        case pod_state::deleting:
        case pod_state::outdated:
        case pod_state::starting:
        case pod_state::ready:
            return;
    }
}

// Replaces one outdated pod, unless another pod is not ready.
void roll_out(plan& p, const redis& self, const pod_set& r, wall_time now) {
    const slot* next = nullptr;
    for (const slot& s : r.wanted) {
        if (s.state == pod_state::foreign) continue;  // it may never go away
        if (s.state != pod_state::outdated && !s.is_ready()) return;
        if (s.state != pod_state::outdated) continue;
        const bool better = !next || next->is_ready() || !s.is_ready();
        if (better) next = &s;
    }
    if (next && is_old_enough(p, *next->live, now))
        p.steps.push_back({step::kind::remove, next->index, next->live, difference_of(self, *next)});
}

// Deletes all pods that the Redis controls, whatever their index.
plan take_down(const redis& self, const pods& seen) {
    plan p;
    if (!has_finalizer(self.metadata, finalizer)) return p;
    if (has_finalizer(self.metadata, orphan_finalizer)) {
        p.release = true;
        return p;
    }
    redis none = self;
    none.spec.num = 0;
    const pod_set r = classify(none, seen);
    for (const slot& s : r.excess)
        if (s.state != pod_state::deleting)
            p.steps.push_back({step::kind::remove, s.index, s.live, "the Redis is being deleted"});
    p.release = r.excess.empty();
    return p;
}

}  // namespace

std::string_view to_string(step::kind k) noexcept {
    switch (k) {
        case step::kind::create:
            return "creating";
        case step::kind::repair:
            return "repairing";
        case step::kind::adopt:
            return "adopting";
        case step::kind::remove:
            return "deleting";
    }
    return "";
}

bool plan::must_be_certain() const {
    return release || std::ranges::any_of(steps, [](const step& s) {
               return s.what == step::kind::remove || s.what == step::kind::adopt;
           });
}

plan make_plan(const redis& self, const pods& seen, wall_time now) {
    if (is_deleting(self.metadata)) return take_down(self, seen);
    plan p;
    p.hold = !has_finalizer(self.metadata, finalizer);
    const pod_set r = classify(self, seen);
    for (const slot& s : r.wanted) plan_for(p, self, s, now);
    for (const slot& s : r.excess)
        if (s.state != pod_state::deleting)
            p.steps.push_back(
                {step::kind::remove, s.index, s.live, fmt::format("scaled in to {}", self.spec.num)});
    roll_out(p, self, r, now);
    return p;
}

}  // namespace redis
