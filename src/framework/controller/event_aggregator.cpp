#include "framework/controller/event_aggregator.hpp"

#include "framework/api/label_syntax.hpp"
#include "framework/core/digits.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace setpoint { inline namespace v0 {

namespace {

std::size_t text_hash(std::string_view s) {
    return std::hash<std::string_view>()(s);
}

std::size_t mix(std::size_t seed, std::string_view s) {
    return seed * 31 + text_hash(s);
}

}  // namespace

std::size_t event_hash::operator()(const event_subject& s) const noexcept {
    // Objects without a UID, which were never read, are identified by name.
    return s.uid.empty() ? mix(mix(text_hash(s.kind), s.ns), s.name) : text_hash(s.uid);
}

std::size_t event_hash::operator()(const event_facts& f) const noexcept {
    return mix(mix((*this)(f.regarding), f.reason), f.note);
}

event_aggregator::taken event_aggregator::add(event_facts facts, time_point now, wall_time wall) {
    end_idle(now);
    auto at = series_.find(facts);
    if (at != series_.end() && has_ended(at->second, now)) {
        erase(at);
        at = series_.end();
    }
    if (at != series_.end()) {
        series& s = at->second;
        if (s.count < std::numeric_limits<std::int32_t>::max()) ++s.count;
        s.last = wall;
        s.seen = now;
        schedule(s, now);
        return taken::repeated;
    }
    if (unwritten_ >= max_unwritten || (series_.size() >= max_series && !make_room())) return taken::full;
    if (!take_token(facts.regarding, now)) return taken::too_many;
    series s;
    s.id = ++last_id_;
    s.name = name_for(facts.regarding);
    s.first = s.last = wall;
    s.seen = now;
    at = series_.emplace(std::move(facts), std::move(s)).first;
    by_id_.emplace(at->second.id, &*at);
    ++unwritten_;
    schedule(at->second, now);
    return taken::started;
}

std::optional<event_write> event_aggregator::next(time_point now) {
    if (next_due() > now) return std::nullopt;
    auto& [facts, s] = *by_id_.find(due_.begin()->second)->second;
    due_.erase(due_.begin());
    s.due = false;
    s.writing = s.count;
    ++in_flight_;
    return event_write{s.id, s.written == 0, s.name, facts, s.first, s.last, s.count};
}

time_point event_aggregator::next_due() const {
    return due_.empty() ? never : std::max(held_until_, due_.begin()->first);
}

event_aggregator::verdict event_aggregator::done(std::uint64_t id, ended how, time_point now, duration wait) {
    auto& [facts, s] = *by_id_.at(id);
    const bool created = s.written == 0;
    --in_flight_;

    if (how == ended::try_again && !flushing_) {
        hold_ = std::clamp(hold_ * 2, first_hold, last_hold);
        held_until_ = saturating_add(now, std::max(hold_, std::min(wait, longest_wait)));
        if (++s.tries < max_tries) {
            s.writing = 0;
            schedule(s, now);
            return verdict::again;
        }
    } else {
        hold_ = {};
        held_until_ = {};
    }

    if (how == ended::gone && !created) {
        s.name = name_for(facts.regarding);
        s.written = 0;
        ++unwritten_;
    } else if (created && how != ended::written && how != ended::unknown) {
        erase(series_.find(facts));  // the next such event begins a new series
        return verdict::failed;
    } else {
        // An event whose creation may have failed counts as existing: if it does not exist, the next patch
        // fails.
        s.written = s.writing;
        if (created) {
            --unwritten_;
            s.not_before = now;
        } else {
            s.refresh = std::clamp(s.refresh * 2, first_refresh, last_refresh);
            s.not_before = saturating_add(now, s.refresh);
        }
    }
    s.writing = 0;
    s.tries = 0;
    schedule(s, now);
    return how == ended::written ? verdict::sent : how == ended::gone ? verdict::again : verdict::failed;
}

void event_aggregator::flush(time_point now) {
    flushing_ = true;
    held_until_ = {};
    std::set<std::pair<time_point, std::uint64_t>> all;
    for (const auto& [due, id] : due_) all.emplace(std::min(due, now), id);
    due_ = std::move(all);
}

void event_aggregator::schedule(series& s, time_point now) {
    if (s.due || s.writing != 0 || s.count == s.written) return;
    s.due = true;
    due_.emplace(flushing_ ? now : std::max(now, s.not_before), s.id);
}

void event_aggregator::erase(series_map::iterator at) {
    if (at->second.written == 0) --unwritten_;
    by_id_.erase(at->second.id);
    series_.erase(at);
}

// Erases series that have ended with every count written. Sweeps at most once a minute.
void event_aggregator::end_idle(time_point now) {
    constexpr duration period = std::chrono::minutes(1);
    if (now < saturating_add(swept_, period)) return;
    swept_ = now;
    for (auto at = series_.begin(); at != series_.end();) {
        const auto current = at++;
        if (has_ended(current->second, now)) erase(current);
    }
}

// Erases several at once, so that the search is rare.
bool event_aggregator::make_room() {
    std::vector<series_map::iterator> idle;
    for (auto at = series_.begin(); at != series_.end(); ++at)
        if (is_idle(at->second)) idle.push_back(at);
    const std::size_t n = std::min(idle.size(), max_series / 8);
    std::nth_element(idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(n), idle.end(),
                     [](const auto& a, const auto& b) {
                         return std::pair(a->second.seen, a->second.id) <
                                std::pair(b->second.seen, b->second.id);
                     });
    idle.resize(n);
    for (const auto& at : idle) erase(at);
    return n > 0;
}

bool event_aggregator::take_token(const event_subject& object, time_point now) {
    const auto refilled = [now](const bucket& b) {
        return std::min(double(burst), b.tokens + std::chrono::duration<double>(now - b.filled) /
                                                      std::chrono::duration<double>(refill));
    };
    while (buckets_.size() != 0 && refilled(buckets_.oldest()->second) == burst)
        buckets_.erase(buckets_.oldest()->first);
    bucket* b = buckets_.find(object);
    if (!b) b = &buckets_.insert(object, bucket{burst, now});
    *b = bucket{refilled(*b), now};
    if (b->tokens < 1) return false;
    b->tokens -= 1;
    return true;
}

std::string event_aggregator::name_for(const event_subject& object) {
    std::string name = object.name.str();
    append_hexadecimal(random_.next(), 16, name += '.');
    // An RBAC object may have a name that is invalid for an Event.
    return detail::is_dns_subdomain(name) ? name : random_.uuid();
}

}}  // namespace setpoint::v0
