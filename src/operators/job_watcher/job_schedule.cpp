#include "operators/job_watcher/job_schedule.hpp"

#include <utility>

namespace job_watcher {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr std::size_t max_known_namespaces = 10'000;  // cached per watcher; cleared if there are more

// Clamps the time that a Job reports to the range of wall_time, and to `now` at most.
wall_time believed(const timestamp& said, wall_time now) {
    if (!said.is_set() || said > timestamp::from(now)) return now;
    constexpr wall_time epoch{};
    return said < timestamp::from(epoch) ? epoch : said.to_wall_time();
}

wall_time after(wall_time t, duration ttl) {
    return ttl > wall_time::max() - t ? wall_time::max() : t + ttl;
}

}  // namespace

void job_schedule::unsettle() {
    settled_ = false;
    cursor_.reset();
}

void job_schedule::set_watcher(const object_key& key, rules r) {
    auto known = watchers_.find(key);
    if (known == watchers_.end()) {
        present_.push_back({key, {}, {}, {}});
        known = watchers_.emplace(key, std::prev(present_.end())).first;
    }
    known->second->says = std::move(r);
    known->second->namespaces.clear();
    unsettle();
}

void job_schedule::remove_watcher(const object_key& key) {
    const auto known = watchers_.find(key);
    if (known == watchers_.end()) return;
    gone_.splice(gone_.end(), present_, known->second);
    watchers_.erase(known);
    unsettle();
}

void job_schedule::set_job(snapshot<job_end> job, wall_time now) {
    const std::optional<finish> ended = finish_of(*job);
    if (!ended || job->metadata.deletion_timestamp.is_set()) return remove_job(*job);
    const auto [at, is_new] = jobs_.try_emplace(job_name{job->metadata.ns, job->metadata.name});
    entry& e = at->second;
    if (!is_new && e.job->metadata.uid == job->metadata.uid && e.said == *ended) {
        e.job = std::move(job);  // no relevant change
        return;
    }
    if (!is_new) leave(*at);
    e = {std::move(job), *ended, believed(ended->when, now), {}, nullptr, false, false};
    assign(*at);
}

void job_schedule::remove_job(const job_end& job) {
    const auto known = jobs_.find({job.metadata.ns, job.metadata.name});
    if (known == jobs_.end()) return;
    leave(*known);
    jobs_.erase(known);
}

bool job_schedule::settle(std::size_t limit) {
    if (settled_) return false;
    auto next = cursor_ ? jobs_.upper_bound(*cursor_) : jobs_.begin();
    for (std::size_t done = 0; next != jobs_.end() && done < limit; ++next, ++done) {
        leave(*next);
        assign(*next);
        cursor_ = next->first;
    }
    if (next != jobs_.end()) return true;
    settled_ = true;
    cursor_.reset();
    gone_.clear();
    return false;
}

bool job_schedule::accepts(watcher& w, const job_name& n) {
    if (w.namespaces.size() > max_known_namespaces) w.namespaces.clear();
    const auto [known, is_new] = w.namespaces.try_emplace(n.ns, false);
    if (is_new) known->second = w.says.accepts_namespace(n.ns);
    return known->second && w.says.accepts_name(n.name);
}

void job_schedule::assign(jobs::value_type& j) {
    if (j.second.closed) return;
    watcher* best = nullptr;
    duration shortest{};
    for (const auto& [key, at] : watchers_) {  // in key order: the first of equals wins
        const std::optional<duration> ttl = at->says.ttl(j.second.said.how);
        if (!at->says.in_force() || !ttl || (best && *ttl >= shortest) || !accepts(*at, j.first)) continue;
        best = &*at;
        shortest = *ttl;
    }
    if (best) enter(j, *best, after(j.second.finished, shortest));
}

void job_schedule::enter(jobs::value_type& j, watcher& w, wall_time due) {
    j.second.claim = &w;
    j.second.due = due;
    w.queue.insert({due, &j.first});
}

void job_schedule::leave(jobs::value_type& j) {
    if (!j.second.claim) return;
    j.second.claim->queue.erase({j.second.due, &j.first});
    if (std::exchange(j.second.postponed, false)) --j.second.claim->postponed;
    j.second.claim = nullptr;
}

std::vector<object_key> job_schedule::watchers() const {
    std::vector<object_key> keys;
    keys.reserve(watchers_.size());
    for (const auto& [key, at] : watchers_) keys.push_back(key);
    return keys;
}

const rules* job_schedule::rules_for(const object_key& watcher) const {
    const auto known = watchers_.find(watcher);
    return known == watchers_.end() ? nullptr : &known->second->says;
}

std::optional<object_key> job_schedule::claimant(const job_end& job) const {
    const auto known = jobs_.find({job.metadata.ns, job.metadata.name});
    if (known == jobs_.end() || !known->second.claim) return std::nullopt;
    return known->second.claim->key;
}

std::optional<wall_time> job_schedule::next(const object_key& watcher) const {
    const auto known = watchers_.find(watcher);
    if (known == watchers_.end() || known->second->queue.empty()) return std::nullopt;
    return known->second->queue.begin()->due;
}

std::optional<ended_job> job_schedule::first_due(const object_key& watcher, wall_time now,
                                                 const ended_job* after) const {
    const auto known = watchers_.find(watcher);
    if (known == watchers_.end()) return std::nullopt;
    const auto& queue = known->second->queue;
    auto at = queue.begin();
    if (after) {
        const job_name name{after->job->metadata.ns, after->job->metadata.name};
        at = queue.upper_bound({after->due, &name});
    }
    if (at == queue.end() || at->due > now) return std::nullopt;
    const entry& e = jobs_.at(*at->job);
    return ended_job{e.job, e.said.how, e.finished, e.due};
}

std::size_t job_schedule::waiting(const object_key& watcher) const {
    const auto known = watchers_.find(watcher);
    return known == watchers_.end() ? 0 : known->second->queue.size();
}

job_schedule::jobs::value_type* job_schedule::find(const ended_job& j) {
    const auto known = jobs_.find({j.job->metadata.ns, j.job->metadata.name});
    if (known == jobs_.end() || known->second.job->metadata.uid != j.job->metadata.uid) return nullptr;
    return &*known;
}

bool job_schedule::close(const ended_job& j) {
    jobs::value_type* const known = find(j);
    if (!known) return true;  // the watch was faster than the response
    if (known->second.closed) return false;
    leave(*known);
    known->second.closed = true;
    return true;
}

void job_schedule::postpone(const ended_job& j, wall_time again) {
    jobs::value_type* const known = find(j);
    if (!known || !known->second.claim) return;
    watcher& w = *known->second.claim;
    leave(*known);
    enter(*known, w, again);
    known->second.postponed = true;
    ++w.postponed;
}

bool job_schedule::is_behind(const object_key& watcher, wall_time now) const {
    const auto known = watchers_.find(watcher);
    if (known == watchers_.end()) return false;
    const auto& queue = known->second->queue;
    return known->second->postponed != 0 || (!queue.empty() && queue.begin()->due <= now);
}

}  // namespace job_watcher
