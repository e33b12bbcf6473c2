#include "apiserver/authorization/review_cache.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

std::optional<decision> review_cache::find(std::string_view key, time_point now) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return std::nullopt;
    const auto at = found->second;
    if (now > at->until) {
        by_key_.erase(found);
        recent_.erase(at);
        return std::nullopt;
    }
    recent_.splice(recent_.begin(), recent_, at);
    return at->is;
}

void review_cache::add(std::string_view key, decision d, duration ttl, time_point now) {
    if (ttl <= duration::zero()) return;
    const time_point until = saturating_add(now, ttl);
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
        found->second->is = std::move(d);
        found->second->until = until;
        recent_.splice(recent_.begin(), recent_, found->second);
        return;
    }
    recent_.push_front({std::string(key), std::move(d), until});
    by_key_.emplace(recent_.front().key, recent_.begin());
    if (recent_.size() <= most_) return;
    by_key_.erase(recent_.back().key);
    recent_.pop_back();
}

}}}  // namespace setpoint::v0::apiserver::authorization
