#include "framework/controller/history.hpp"

#include "setpoint/api/time.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

void reconcile_history::add(reconcile_record r) {
    r.number = ++added_;
    if (ring_.size() < capacity)
        ring_.push_back(std::move(r));
    else
        ring_[next_] = std::move(r);
    next_ = (next_ + 1) % capacity;
}

std::vector<reconcile_record> reconcile_history::records() const {
    std::vector<reconcile_record> all;
    all.reserve(ring_.size());
    const std::size_t first = ring_.size() < capacity ? 0 : next_;
    for (std::size_t i = 0; i < ring_.size(); ++i) all.push_back(ring_[(first + i) % ring_.size()]);
    return all;
}

std::vector<std::string> reconcile_history::lines() const {
    std::vector<std::string> all;
    all.reserve(ring_.size());
    for (const reconcile_record& r : records()) {
        std::string how;
        switch (r.ended.what()) {
            case outcome::kind::done:
                how = "done";
                break;
            case outcome::kind::requeue_after:
                how = fmt::format("again after {} s", std::chrono::duration<double>(r.ended.delay()).count());
                break;
            case outcome::kind::retry:
                how = "failed: " + r.ended.why().to_string();
                break;
            case outcome::kind::terminal:
                how = "failed for good: " + r.ended.why().to_string();
                break;
        }
        all.push_back(fmt::format("{} {} ({}) took {:.6f} s: {}", micro_timestamp::from(r.when), r.key,
                                  r.reason, std::chrono::duration<double>(r.took).count(), how));
    }
    return all;
}

}}  // namespace setpoint::v0
