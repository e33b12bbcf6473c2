#include "operators/job_watcher/digest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace job_watcher {

using namespace setpoint;

duration elapsed(const ended_job& j, wall_time deleted) {
    return std::chrono::floor<std::chrono::milliseconds>(std::max(deleted - j.finished, duration::zero()));
}

std::string event_text(const ended_job& j, wall_time deleted) {
    return fmt::format("Deleted {} Job {}/{}: finished {}, {} before",
                       j.how == ending::completed ? "completed" : "failed", j.job->metadata.ns,
                       j.job->metadata.name, timestamp::from(j.finished), go_duration(elapsed(j, deleted)));
}

void digest::add(const ended_job& j, wall_time deleted) {
    const bool first = completed_ + failed_ == 0;
    first_finish_ = first ? j.finished : std::min(first_finish_, j.finished);
    last_finish_ = first ? j.finished : std::max(last_finish_, j.finished);
    ++(j.how == ending::completed ? completed_ : failed_);
    last_ = j.job->metadata.ns.str() + "/" + j.job->metadata.name.str();
    if (single_.size() < static_cast<std::size_t>(burst))
        single_.push_back({"DeletedJob", event_text(j, deleted)});
}

std::vector<note> digest::due_notes(time_point now) {
    if (tokens_ == burst) refilled_ = now;  // a full bucket gains no tokens
    while (tokens_ < burst && now - refilled_ >= refill) {
        ++tokens_;
        refilled_ += refill;
    }
    const std::int64_t kept = completed_ + failed_;
    if (kept == 0 || tokens_ == 0) return {};
    std::vector<note> notes;
    if (kept <= tokens_ && kept == static_cast<std::int64_t>(single_.size()))
        notes = std::move(single_);
    else
        notes.push_back(together());
    tokens_ -= static_cast<int>(notes.size());
    forget();
    return notes;
}

std::optional<time_point> digest::next() const {
    if (completed_ + failed_ == 0) return std::nullopt;
    return tokens_ > 0 ? refilled_ : saturating_add(refilled_, refill);
}

note digest::together() const {
    return {
        "DeletedJobs",
        fmt::format("Deleted {} Jobs, {} completed and {} failed, that finished between {} and {}; the last "
                    "was {}",
                    completed_ + failed_, completed_, failed_, timestamp::from(first_finish_),
                    timestamp::from(last_finish_), last_)};
}

void digest::forget() {
    single_.clear();
    completed_ = failed_ = 0;
}

}  // namespace job_watcher
