#include "setpoint/core/backoff.hpp"

#include <cmath>
#include <limits>

namespace setpoint { inline namespace v0 {

backoff_policy backoff_policy::reflector() {
    return {.base = std::chrono::milliseconds(800),
            .factor = 2.0,
            .cap = std::chrono::seconds(30),
            .jitter = 1.0,
            .reset_after = std::chrono::minutes(2)};
}

duration backoff::next(time_point now, random_source& random) {
    if (policy_.reset_after > duration::zero() && attempts_ > 0 && now - last_ >= policy_.reset_after)
        reset();
    duration delay = exponential_delay(policy_, attempts_);
    if (policy_.jitter > 0) {
        delay += duration(std::llround(static_cast<double>(delay.count()) * policy_.jitter * random.unit()));
    }
    if (attempts_ < std::numeric_limits<unsigned>::max()) ++attempts_;
    last_ = now;
    return delay;
}

duration exponential_delay(const backoff_policy& policy, unsigned attempts) {
    const double delay = static_cast<double>(policy.base.count()) * std::pow(policy.factor, attempts);
    // Compared as floating point: a value above the cap may not fit a duration.
    if (!(delay < static_cast<double>(policy.cap.count()))) return policy.cap;
    return duration(std::llround(delay));
}

}}  // namespace setpoint::v0
