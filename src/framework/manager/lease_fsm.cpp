#include "framework/manager/lease_fsm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 {

namespace {

using what = lease_fsm::step::what;

std::int32_t seconds_of(duration d) {
    return static_cast<std::int32_t>(std::chrono::duration_cast<std::chrono::seconds>(d).count());
}

}  // namespace

lease_fsm::lease_fsm(lease_settings settings, random_source& random)
    : settings_(std::move(settings)), random_(random) {}

lease_fsm::step lease_fsm::next(time_point now, wall_time wall) {
    if (releasing_) return next_release(now, wall);
    return leading_ ? next_as_leader(now, wall) : next_as_standby(now, wall);
}

lease_fsm::step lease_fsm::next_as_leader(time_point now, wall_time wall) {
    std::string why;
    if (!taken_by_.empty())
        why = fmt::format("{} holds the lease", taken_by_);
    else if (now >= deadline())
        why = fmt::format("it could not be renewed within {:.3g} s",
                          std::chrono::duration<double>(settings_.renew_deadline).count());
    if (!why.empty()) {
        leading_ = false;
        must_read_ = true;
        next_try_ = now;
        conflicts_ = 0;
        taken_by_.clear();
        return {.is = what::lost, .why = std::move(why)};
    }
    if (now < next_try_) return {.is = what::wait, .until = std::min(next_try_, deadline())};
    if (must_read_) return {.is = what::read, .until = deadline()};
    lease_record r;
    r.transitions = term_;
    r.acquired = acquired_;
    r.renewed = micro_timestamp::from(wall);
    return write(std::move(r), now);
}

lease_fsm::step lease_fsm::next_as_standby(time_point now, wall_time wall) {
    const bool taking = !must_read_ && is_free(now);
    if (!taking && now < next_try_) {
        const bool blocked = !must_read_ && blocked_until_ > now;
        return {.is = what::wait, .until = blocked ? std::min(next_try_, blocked_until_) : next_try_};
    }
    if (!taking) return {.is = what::read};
    lease_record r;
    // Avoids an overflow: the API server refuses a negative number, and no candidate could lead again.
    r.transitions = highest_ < std::numeric_limits<std::int32_t>::max() ? highest_ + 1 : 0;
    r.acquired = r.renewed = micro_timestamp::from(wall);
    return write(std::move(r), now);
}

lease_fsm::step lease_fsm::next_release(time_point now, wall_time wall) {
    const bool perhaps = pending_ || (known_ && known_->holder == settings_.identity);
    leading_ = false;
    if (!perhaps) return {.is = what::released};
    if (now < next_try_) return {.is = what::wait, .until = next_try_};
    if (must_read_ || pending_) return {.is = what::read};
    lease_record r = *known_;
    // As client-go does: the shortest duration that the API server accepts, for candidates that only check
    // the duration.
    r.holder.clear();
    r.duration_seconds = 1;
    r.acquired = r.renewed = micro_timestamp::from(wall);
    pending_ = attempt{r, now};
    return {.is = what::update, .record = std::move(r)};
}

lease_fsm::step lease_fsm::write(lease_record r, time_point now) {
    r.holder = settings_.identity;
    r.duration_seconds = seconds_of(settings_.lease_duration);
    pending_ = attempt{r, now};
    return {.is = known_ ? what::update : what::create,
            .until = leading_ ? deadline() : never,
            .record = std::move(r)};
}

bool lease_fsm::is_free(time_point now) const {
    return now >= blocked_until_;
}

void lease_fsm::seen(const lease_record& r, time_point now) {
    must_read_ = false;
    const std::optional<attempt> mine = std::exchange(pending_, std::nullopt);
    if (mine && mine->record == r) {
        // The write succeeded, and only its response was lost.
        pending_ = mine;
        succeed();
        return;
    }
    if (leading_ && !r.holder.empty() && r.holder != settings_.identity) taken_by_ = r.holder;
    if (!known_ || *known_ != r) watch_holder(r, now);
    known_ = r;
    if (leading_) return;
    // While the Lease is free, the next conflict counts as another one in a row.
    if (!is_free(now)) conflicts_ = 0;
    next_try_ = is_free(now) ? now : saturating_add(now, retry_wait());
}

// Called for a record that has changed since it was last seen.
void lease_fsm::watch_holder(const lease_record& r, time_point now) {
    const bool went_back = r.transitions < highest_;
    highest_ = std::max(highest_, r.transitions);
    if (r.holder == settings_.identity) {
        // Ours, from a lost term or a write that seemed to fail: no one else has held the Lease since.
        if (!went_back) blocked_until_ = time_point::min();
    } else if (!r.holder.empty()) {
        // A record without a duration is treated as having ours.
        const duration lasts =
            r.duration_seconds > 0 ? std::chrono::seconds(r.duration_seconds) : settings_.lease_duration;
        blocked_until_ = std::max(blocked_until_, saturating_add(now, lasts));
    } else if (!went_back) {
        blocked_until_ = time_point::min();  // released
    }
}

void lease_fsm::missing(time_point now) {
    must_read_ = false;
    known_.reset();
    pending_.reset();
    if (!leading_) next_try_ = is_free(now) ? now : saturating_add(now, retry_wait());
}

void lease_fsm::read_failed(time_point now) {
    must_read_ = true;
    next_try_ = saturating_add(now, retry_wait());
}

void lease_fsm::written() {
    succeed();
}

// Called when the pending write is known to be in the Lease.
void lease_fsm::succeed() {
    const attempt a = *std::exchange(pending_, std::nullopt);
    known_ = a.record;
    must_read_ = false;
    conflicts_ = 0;
    if (a.record.holder != settings_.identity) return;  // released
    leading_ = !releasing_;
    term_ = highest_ = a.record.transitions;
    acquired_ = a.record.acquired;
    renewed_at_ = a.begun;
    blocked_until_ = time_point::min();
    next_try_ = releasing_ ? time_point::min() : saturating_add(a.begun, settings_.retry_period);
}

// Another client has written, so the Lease is read: at once, and after repeated conflicts with a pause.
void lease_fsm::conflicted(time_point now) {
    pending_.reset();
    must_read_ = true;
    next_try_ = ++conflicts_ > 1 ? saturating_add(now, retry_wait()) : now;
}

void lease_fsm::refused(time_point now) {
    pending_.reset();
    next_try_ = saturating_add(now, retry_wait());
    if (!leading_) must_read_ = true;
}

void lease_fsm::unanswered(time_point now) {
    must_read_ = true;
    next_try_ = now;
}

void lease_fsm::look_now(time_point now) {
    if (leading_ || releasing_ || now >= next_try_) return;
    must_read_ = true;
    next_try_ = now;
}

void lease_fsm::release() {
    releasing_ = true;
    next_try_ = time_point::min();
}

duration lease_fsm::retry_wait() {
    const duration period =
        releasing_ ? std::min(release_retry, settings_.retry_period) : settings_.retry_period;
    const double factor = 1.0 + (jitter - 1.0) * random_.unit();
    return duration(static_cast<duration::rep>(static_cast<double>(period.count()) * factor));
}

}}  // namespace setpoint::v0
