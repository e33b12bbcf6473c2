#include "setpoint/queue/retry_policy.hpp"

#include "setpoint/core/backoff.hpp"

namespace setpoint { inline namespace v0 {

duration retry_policy::delay(unsigned failures) const {
    return exponential_delay({.base = base, .factor = 2.0, .cap = cap}, failures - 1);
}

}}  // namespace setpoint::v0
