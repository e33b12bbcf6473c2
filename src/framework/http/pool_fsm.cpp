#include "framework/http/pool_fsm.hpp"

namespace setpoint { inline namespace v0 { namespace http {

pool_fsm::pool_fsm(const pool_options& options) : options_(options) {
    for (slot s = options_.max_connections + options_.max_urgent; s > 0; --s) free_.push_back(s - 1);
}

std::optional<pool_fsm::grant> pool_fsm::acquire(bool urgent) {
    if (!urgent && in_use() >= options_.max_connections) return std::nullopt;
    if (!idle_.empty()) {
        // Prefers the newest, so that unneeded connections grow old and are closed.
        const slot s = idle_.back().at;
        idle_.pop_back();
        return grant{s, true};
    }
    if (free_.empty()) return std::nullopt;
    const slot s = free_.back();
    free_.pop_back();
    return grant{s, false};
}

void pool_fsm::leave(ticket t) {
    std::erase(urgent_, t);
    std::erase(queue_, t);
}

std::optional<pool_fsm::handover> pool_fsm::hand_over(slot s, bool kept) {
    // `s` itself is in use until now.
    const bool may_be_any = in_use() <= options_.max_connections;
    std::deque<ticket>& from = urgent_.empty() && may_be_any ? queue_ : urgent_;
    if (from.empty()) return std::nullopt;
    const ticket t = from.front();
    from.pop_front();
    return handover{t, {s, kept}};
}

std::optional<pool_fsm::handover> pool_fsm::free(slot s) {
    auto next = hand_over(s, false);
    if (!next) free_.push_back(s);
    return next;
}

std::optional<pool_fsm::handover> pool_fsm::keep(slot s, time_point now) {
    auto next = hand_over(s, true);
    if (!next) idle_.push_back({s, now});
    return next;
}

std::vector<pool_fsm::slot> pool_fsm::expire(time_point now) {
    std::vector<slot> closed;
    while (!idle_.empty() && (idle_.size() > options_.max_idle ||
                              now >= saturating_add(idle_.front().since, options_.idle_age))) {
        closed.push_back(idle_.front().at);
        free_.push_back(idle_.front().at);
        idle_.pop_front();
    }
    return closed;
}

std::deque<pool_fsm::ticket> pool_fsm::cancel_waiters() {
    std::deque<ticket> all = std::exchange(urgent_, {});
    all.insert(all.end(), queue_.begin(), queue_.end());
    queue_.clear();
    return all;
}

}}}  // namespace setpoint::v0::http
