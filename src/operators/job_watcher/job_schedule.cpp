#include "operators/job_watcher/job_schedule.hpp"

#include <utility>

namespace job_watcher {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr std::size_t max_known_namespaces = 10'000;  // cached per watcher; cleared if there are more

// Clamps the time that a Job reports to the range of wall_time, and to `now` at most.
wall_time clamped(const timestamp& reported, wall_time now) {
    if (!reported.is_set() || reported > timestamp::from(now)) return now;
    constexpr wall_time epoch{};
    return reported < timestamp::from(epoch) ? epoch : reported.to_wall_time();
}

wall_time after(wall_time t, duration ttl) {
    return ttl > wall_time::max() - t ? wall_time::max() : t + ttl;
}

}  // namespace

void job_schedule::restart_distribution() {
    distributed_ = false;
    cursor_.reset();
}

void job_schedule::set_watcher(const object_key& key, rules r) {
    auto known = watchers_.find(key);
    if (known == watchers_.end()) {
        active_.push_back({key, {}, {}, {}});
        known = watchers_.emplace(key, std::prev(active_.end())).first;
    }
    known->second->own_rules = std::move(r);
    known->second->namespaces.clear();
    restart_distribution();
}

void job_schedule::remove_watcher(const object_key& key) {
    const auto known = watchers_.find(key);
    if (known == watchers_.end()) return;
    removed_.splice(removed_.end(), active_, known->second);
    watchers_.erase(known);
    restart_distribution();
}

void job_schedule::set_job(snapshot<job_end> job, wall_time now) {
    const std::optional<finish> ended = finish_of(*job);
    if (!ended || job->metadata.deletion_timestamp.is_set()) return remove_job(*job);
    const auto [at, is_new] = jobs_.try_emplace(job_name{job->metadata.ns, job->metadata.name});
    entry& e = at->second;
    if (!is_new && e.job->metadata.uid == job->metadata.uid && e.reported == *ended) {
        e.job = std::move(job);  // no relevant change
        return;
    }
    if (!is_new) remove_from_queue(*at);
    e = {std::move(job), *ended, clamped(ended->when, now), {}, nullptr, false, false};
    assign(*at);
}

void job_schedule::remove_job(const job_end& job) {
    const auto known = jobs_.find({job.metadata.ns, job.metadata.name});
    if (known == jobs_.end()) return;
    remove_from_queue(*known);
    jobs_.erase(known);
}

bool job_schedule::distribute(std::size_t limit) {
    if (distributed_) return false;
    auto next = cursor_ ? jobs_.upper_bound(*cursor_) : jobs_.begin();
    for (std::size_t done = 0; next != jobs_.end() && done < limit; ++next, ++done) {
        remove_from_queue(*next);
        assign(*next);
        cursor_ = next->first;
    }
    if (next != jobs_.end()) return true;
    distributed_ = true;
    cursor_.reset();
    removed_.clear();
    return false;
}

bool job_schedule::accepts(watcher& w, const job_name& n) {
    if (w.namespaces.size() > max_known_namespaces) w.namespaces.clear();
    const auto [known, is_new] = w.namespaces.try_emplace(n.ns, false);
    if (is_new) known->second = w.own_rules.accepts_namespace(n.ns);
    return known->second && w.own_rules.accepts_name(n.name);
}

void job_schedule::assign(jobs::value_type& j) {
    if (j.second.closed) return;
    watcher* best = nullptr;
    duration shortest{};
    for (const auto& [key, at] : watchers_) {  // in key order: the first of equals wins
        const std::optional<duration> ttl = at->own_rules.ttl(j.second.reported.how);
        if (!at->own_rules.in_force() || !ttl || (best && *ttl >= shortest) || !accepts(*at, j.first))
            continue;
        best = &*at;
        shortest = *ttl;
    }
    if (best) add_to_queue(j, *best, after(j.second.finished, shortest));
}

void job_schedule::add_to_queue(jobs::value_type& j, watcher& w, wall_time due) {
    j.second.owner = &w;
    j.second.due = due;
    w.queue.insert({due, &j.first});
}

void job_schedule::remove_from_queue(jobs::value_type& j) {
    if (!j.second.owner) return;
    j.second.owner->queue.erase({j.second.due, &j.first});
    if (std::exchange(j.second.postponed, false)) --j.second.owner->postponed;
    j.second.owner = nullptr;
}

std::vector<object_key> job_schedule::watchers() const {
    std::vector<object_key> keys;
    keys.reserve(watchers_.size());
    for (const auto& [key, at] : watchers_) keys.push_back(key);
    return keys;
}

const rules* job_schedule::rules_for(const object_key& watcher) const {
    const auto known = watchers_.find(watcher);
    return known == watchers_.end() ? nullptr : &known->second->own_rules;
}

std::optional<object_key> job_schedule::owner_of(const job_end& job) const {
    const auto known = jobs_.find({job.metadata.ns, job.metadata.name});
    if (known == jobs_.end() || !known->second.owner) return std::nullopt;
    return known->second.owner->key;
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
    return ended_job{e.job, e.reported.how, e.finished, e.due};
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
    remove_from_queue(*known);
    known->second.closed = true;
    return true;
}

void job_schedule::postpone(const ended_job& j, wall_time again) {
    jobs::value_type* const known = find(j);
    if (!known || !known->second.owner) return;
    watcher& w = *known->second.owner;
    remove_from_queue(*known);
    add_to_queue(*known, w, again);
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
