#include "framework/tracing/span_queue.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

constexpr backoff_policy between_exports{
    .base = std::chrono::seconds(1), .factor = 2.0, .cap = std::chrono::seconds(30), .jitter = 0.5};

bool may_be_repeated(int status) {
    return status == 0 || status == 429 || status == 502 || status == 503 || status == 504;
}

}  // namespace

bool span_queue::add(span s, time_point now) {
    if (spans_.size() >= limits_.queue) return false;
    if (spans_.empty()) since_ = now;
    spans_.push_back(std::move(s));
    return true;
}

time_point span_queue::due() const {
    if (spans_.empty()) return never;
    return spans_.size() >= limits_.batch ? time_point::min() : saturating_add(since_, limits_.delay);
}

std::vector<span> span_queue::take(time_point now) {
    const std::size_t count = std::min(spans_.size(), limits_.batch);
    const auto end = spans_.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<span> batch(std::make_move_iterator(spans_.begin()), std::make_move_iterator(end));
    spans_.erase(spans_.begin(), end);
    since_ = now;
    return batch;
}

export_attempts::export_attempts(time_point now)
    : last_(saturating_add(now, give_up_after)), delays_(between_exports) {}

std::optional<duration> export_attempts::next(const export_answer& answer, time_point now,
                                              random_source& random) {
    if (!may_be_repeated(answer.status)) return std::nullopt;
    duration delay = delays_.next(now, random);
    if (answer.retry_after) delay = std::max<duration>(delay, *answer.retry_after);
    if (saturating_add(now, delay) > last_) return std::nullopt;
    return delay;
}

}}  // namespace setpoint::v0
