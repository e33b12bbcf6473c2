#include "operators/job_watcher/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace job_watcher {

using namespace setpoint;

namespace {

constexpr duration least_pause = std::chrono::minutes(1);

std::string what_it_does(const rules& in_force) {
    const auto part = [](std::string_view kind, const std::optional<duration>& ttl) {
        return ttl ? fmt::format("{} Jobs are deleted {} after their end", kind, go_duration(*ttl))
                   : fmt::format("{} Jobs are kept", kind);
    };
    return part("Completed", in_force.completed_ttl) + ", " + part("failed", in_force.failed_ttl) + ".";
}

}  // namespace

void restore(progress& p, const job_watcher& self) {
    if (p.uid != self.metadata.uid) {
        p = progress{};
        p.uid = self.metadata.uid;
    }
    const job_watcher_status& s = self.status;
    p.completed = std::max(p.completed, s.counts.completed);
    p.failed = std::max(p.failed, s.counts.failed);
    if (!s.end.is_set() || (p.end && timestamp::from(*p.end) >= s.end)) return;
    // Another process made a pass, or this process has just started.
    p.start = s.start.is_set() ? s.start.to_wall_time() : s.end.to_wall_time();
    p.end = s.end.to_wall_time();
    p.last = s.last_deleted;
    p.last_pass = s.counts.last_pass;
    p.waiting = s.counts.waiting;
    const condition* const degraded = find_condition(s.conditions, "Degraded");
    p.problem.reset();
    if (degraded && degraded->status == condition_status::true_)
        p.problem = problem{degraded->reason.str(), degraded->message.str()};
}

void count(progress& p, const ended_job& j, wall_time deleted) {
    ++(j.how == ending::completed ? p.completed : p.failed);
    ++p.last_pass;
    p.last = deleted_job{j.job->metadata.ns.str(), j.job->metadata.name.str(), std::string(to_string(j.how)),
                         timestamp::from(j.finished), timestamp::from(deleted)};
    p.events.add(j, deleted);
}

wall_time earliest_pass(const job_watcher& self, const progress& p, wall_time now) {
    return p.end ? std::min(*p.end, now) + delay_of(self) : now;
}

std::optional<wall_time> next_pass(const job_watcher& self, const progress& p,
                                   std::optional<wall_time> first_due, wall_time now) {
    if (!first_due) return std::nullopt;
    return std::max(*first_due, earliest_pass(self, p, now));
}

duration pause_of(const job_watcher& self) {
    return std::max(delay_of(self), least_pause);
}

job_watcher_status desired_status(const job_watcher& self, const rules& in_force, const progress& p,
                                  wall_time now) {
    job_watcher_status s;
    s.observed_generation = self.metadata.generation;
    if (p.start) s.start = timestamp::from(*p.start);
    if (p.end) s.end = timestamp::from(*p.end);
    s.last_deleted = p.last;
    s.counts = {p.completed, p.failed, p.last_pass, p.waiting};
    conditions(self, s, now)
        .set("Ready", in_force.wrong ? condition_false(in_force.wrong->reason, in_force.wrong->message)
                                     : condition_true("Watching", what_it_does(in_force)))
        .set("Degraded", explain(p.problem));
    return s;
}

}  // namespace job_watcher
