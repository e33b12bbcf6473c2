#pragma once
// Decides whether a call that failed may be sent again, and when. No I/O, no timer.

#include "setpoint/client/call.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/error.hpp"

#include <optional>

namespace setpoint {

// What is known of a call while it is tried.
struct attempt_state {
    bool sent = false;        // a request is, or may be, on its way and has not been answered
    int accepted = 0;         // the 2xx status, once its head was there
    credential_stamp with{};  // of the last request
};

// One per call. The rules, after client-go's rest/with_retry.go, stricter for writes:
//   - 429 and 503 with Retry-After, any verb: again after that time, and not before a back-off from 0.1 s
//     doubling to 5 s. The server has not begun.
//   - other 5xx with Retry-After: reads only. client-go repeats writes too, but a 500 or 504 may come after
//     the write was committed (etcd changed its leader, a gateway gave up), and repeating it could turn a
//     success into "already exists".
//   - connection lost before or within the answer: reads only, with back-off.
//   - anything else: not at all. Nothing is sent later than `due`.
class retry_policy {
public:
    static constexpr unsigned max_retries = 10;  // client-go's
    static constexpr duration least_wait =
        std::chrono::milliseconds(100);    // for Retry-After: 0, then doubling
    static constexpr double jitter = 0.2;  // of Retry-After, added

    retry_policy(bool writes, time_point due);
    // How long to wait before the next attempt; empty: give up with this error.
    std::optional<duration> next(const error& why, time_point now, random_source& random);

private:
    bool writes_;
    time_point due_;
    unsigned retries_ = 0, answered_ = 0;
    backoff connection_backoff_;
};

// What a failed write means for whoever made it, given how far it got. A read's error is returned as it is.
error outcome_of(const call& c, error why, const attempt_state& state);

// Retry-After in seconds (RFC 9110, 10.2.3); a date or nonsense is as good as none.
std::optional<std::chrono::seconds> parse_retry_after(std::string_view value);

}  // namespace setpoint
